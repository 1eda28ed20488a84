import type { Bytes } from './bytes';
import type { Carried, Fault } from './carried';
import { type Doc, decoded, parseObject, textOf } from './json';
import { isPDF, pdfTexts } from './pdf';
import { isPNG, pngTexts } from './png';
import { svgTexts } from './svg';
import { looksLikeToken } from './token';

/** The text of a credential, key document or list in a file of any type, or what is wrong with the file. */
export async function textIn(file: Bytes): Promise<{ text: string } | { fault: Fault }> {
  if (isPNG(file)) return only(await pngTexts(file));
  if (isPDF(file)) return only(await pdfTexts(file), 'pdf_without');
  const text = decoded(file);
  if (text === null) return { fault: 'malformed' };
  return text.startsWith('<') ? only(svgTexts(text)) : { text };
}

function only(carried: Carried | Fault, none: Fault = 'no_credential'): { text: string } | { fault: Fault } {
  if (typeof carried === 'string') return { fault: carried };
  const [newer, ...moreNewer] = carried.newer;
  const [older, ...moreOlder] = carried.older;
  if (moreNewer.length > 0 || moreOlder.length > 0) return { fault: 'several' };
  if (newer === undefined) return { fault: older === undefined ? none : 'kind_unsupported' };
  if (older !== undefined && !isSame(newer, older)) return { fault: 'several' };
  return { text: newer };
}

/** Whether an older form belongs to the same credential: both have the same ID, or the same host and last path segment. */
function isSame(newer: string, older: string): boolean {
  const [a, b] = [newer, older].map((text) => placeOf(text));
  return a !== undefined && a !== '' && a === b;
}

function placeOf(text: string): string {
  const doc: Doc | null = looksLikeToken(text) || text.startsWith('http') ? { id: text } : parseObject(text);
  const id = textOf(doc?.id);
  const address = URL.canParse(id) ? new URL(id) : null;
  if (!address?.protocol.startsWith('http')) return id;
  return `${address.origin}/${address.pathname.split('/').at(-1)}`;
}
