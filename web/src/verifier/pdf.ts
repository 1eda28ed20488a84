import { type Bytes, unpack } from './bytes';
import type { Carried } from './carried';
import { decoded, parseObject } from './json';
import { looksLikeToken } from './token';

const MOST = 512 * 1024;
const MOST_STREAMS = 2000;
const MOST_DICT = 4 * 1024;

// Streams cannot be nested, so attachments can be found without parsing the rest of a PDF.
const STREAM = />>\s*stream\r?\n/g;
const ATTACHED = /\/Type\s*\/EmbeddedFile|\/Subtype\s*\/application#2[Ff](?:vc|ld|json)/;
const FILTER = /\/Filter\s*(\[[^\]]*\]|\/\w+)/;
const LENGTH = /\/Length\s+(\d{1,9})\s*(?:\/|>>)/;

export const isPDF = (data: Bytes): boolean => latin(data.subarray(0, 1024)).includes('%PDF-');

/**
 * The credentials attached to a PDF. One that cannot be decoded is reported too, so that the file does not pass for one
 * without.
 */
export async function pdfTexts(data: Bytes): Promise<Carried> {
  const page = latin(data);
  const newer: string[] = [];
  let others = 0;
  for (const match of page.matchAll(STREAM)) {
    const body = match.index + match[0].length;
    const dict =
      page
        .slice(Math.max(0, match.index - MOST_DICT), body)
        .split(' obj')
        .at(-1) ?? '';
    const declared = ATTACHED.test(dict);
    if (!declared && ++others > MOST_STREAMS) continue;
    const text = await textOf(dict, data.subarray(body, endOf(page, dict, body)), declared);
    if (text !== null) newer.push(text);
    if (newer.length > 1) break;
  }
  return { newer, older: [] };
}

/** The text of a stream that may be a credential, or null. */
async function textOf(dict: string, body: Bytes, declared: boolean): Promise<string | null> {
  const filters = FILTER.exec(dict)?.[1]?.match(/\/\w+/g) ?? [];
  const unreadable = declared ? '{' : null;
  if (filters.some((filter) => filter !== '/FlateDecode' && filter !== '/Fl') || filters.length > 1)
    return unreadable;
  const plain = filters.length === 1 ? await unpack(body.slice(), 'deflate', MOST) : body;
  if (!plain) return unreadable;
  if (plain.length > MOST) return null;
  const text = decoded(plain) ?? '';
  if (!text.startsWith('{') && !text.startsWith('eyJ')) return null;
  return declared || looksLikeToken(text) || parseObject(text)?.type !== undefined ? text : null;
}

/**
 * The end of a stream, by the length in its dictionary, because the content may contain the keyword that ends it; otherwise at
 * that keyword.
 */
function endOf(page: string, dict: string, body: number): number {
  const stated = body + Number(LENGTH.exec(dict)?.[1] ?? Number.NaN);
  if (/^[\r\n]*endstream/.test(page.slice(stated, stated + 20))) return stated;
  const end = page.indexOf('endstream', body);
  return end < 0 ? body : end;
}

function latin(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return text;
}
