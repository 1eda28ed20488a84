/** A JSON object from an untrusted source. */
export type Doc = { [name: string]: unknown };

export const isDoc = (value: unknown): value is Doc =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listOf = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The URL of a value that is a URL or an object with an id. */
export const idOf = (value: unknown): string => textOf(isDoc(value) ? value.id : value);

const MOST_BYTES = 512 * 1024;
const MOST_DEPTH = 64;

/**
 * Reads a JSON object as the server does. It refuses (null) what readers could take for different things: two members of one name,
 * text that is not UTF-8, anything after the end; and what is too large or too deep.
 */
export function parseObject(text: string): Doc | null {
  if (text.length > MOST_BYTES || text.includes('\uFFFD')) return null;
  try {
    const value: unknown = JSON.parse(text);
    const object = typeof value === 'object' && value !== null && !Array.isArray(value);
    return object && hasOneMeaning(text) ? (value as Doc) : null;
  } catch {
    return null;
  }
}

/** Whether a JSON text has no duplicate members and is not nested too deeply. JSON.parse alone keeps the last duplicate. */
function hasOneMeaning(text: string): boolean {
  const open: Set<string>[] = []; // the names in each object or list around
  let last = '';
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g)) {
    if ('{['.includes(token)) open.push(new Set());
    if ('}]'.includes(token)) open.pop();
    if (open.length > MOST_DEPTH || (token === ':' && !isNew(open.at(-1), JSON.parse(last)))) return false;
    last = token;
  }
  return true;
}

function isNew(names: Set<string> | undefined, name: string): boolean {
  return names !== undefined && names.size < names.add(name).size;
}

/** Decodes UTF-8 without its byte order mark, or returns null. */
export function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
  } catch {
    return null;
  }
}
