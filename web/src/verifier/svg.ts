import type { Carried, Fault } from './carried';
import { isDoc, parseObject, textOf } from './json';

const NEWER = 'https://purl.imsglobal.org/ob/v3p0';
const OLDER = 'http://openbadges.org';

/** The credentials in an SVG: the text of an element, or its attribute "verify". */
export function svgTexts(text: string): Carried | Fault {
  const page = new DOMParser().parseFromString(text, 'image/svg+xml');
  if (page.querySelector('parsererror') || page.documentElement.localName !== 'svg') return 'no_credential';
  const within = (space: string, name: string) =>
    [...page.getElementsByTagNameNS(space, name)].flatMap(carriedIn);
  return { newer: within(NEWER, 'credential'), older: within(OLDER, 'assertion') };
}

/** An attribute next to a text is another credential, unless it is only the URL of that text. */
function carriedIn(element: Element): string[] {
  const text = element.textContent?.trim() ?? '';
  const attribute = element.getAttribute('verify')?.trim() ?? '';
  if (attribute === '' || isAddressOf(attribute, text)) return [text];
  return text === '' ? [attribute] : [text, attribute];
}

function isAddressOf(address: string, text: string): boolean {
  const doc = parseObject(text);
  if (!doc) return false;
  const proof = isDoc(doc.verify) ? doc.verify : {};
  return textOf(doc.id) === address || textOf(proof.url) === address;
}
