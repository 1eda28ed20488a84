/** A part of a line: plain or formatted text. */
export type Inline =
  | string
  | { kind: 'bold'; children: Inline[] }
  | { kind: 'italic'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] };

export type Block =
  | { kind: 'paragraph'; lines: Inline[][] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] };

/** The maximum nesting of formatting. Deeper markup is left as plain text. */
const DEPTH = 4;

const BULLET = /^\s*[-*+]\s+(?=\S)/;
const NUMBER = /^\s*\d{1,9}[.)]\s+(?=\S)/;

/**
 * Parses light Markdown: paragraphs, lists, **bold**, *italic*, [links](https://…) and bare URLs. Everything else, including
 * HTML, is plain text.
 */
export function markdown(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') {
      open = null;
      continue;
    }
    const ordered = NUMBER.test(line);
    if (ordered || BULLET.test(line)) {
      if (open?.kind !== 'list' || open.ordered !== ordered) {
        open = { kind: 'list', ordered, items: [] };
        blocks.push(open);
      }
      open.items.push(inline(line.replace(ordered ? NUMBER : BULLET, '')));
      continue;
    }
    if (open?.kind !== 'paragraph') {
      open = { kind: 'paragraph', lines: [] };
      blocks.push(open);
    }
    open.lines.push(inline(line));
  }
  return blocks;
}

/** Matches an escape or the start of formatted text, a link or a bare URL. */
const MARKS = /\\[\\*_[\]()]|\*\*|\*|_|\[|https?:\/\//g;

function inline(text: string, depth = 0): Inline[] {
  const out: Inline[] = [];
  let plain = '';
  let at = 0;
  while (at < text.length) {
    MARKS.lastIndex = at;
    const found = depth < DEPTH ? MARKS.exec(text) : null;
    if (!found) break;
    const [mark] = found;
    plain += text.slice(at, found.index);
    at = found.index;
    const marked = read(text, at, mark, depth);
    if (marked) {
      if (plain) out.push(plain);
      plain = '';
      out.push(marked[0]);
      at = marked[1];
    } else {
      plain += mark.startsWith('\\') ? mark.slice(1) : mark;
      at += mark.length;
    }
  }
  plain += text.slice(at);
  if (plain) out.push(plain);
  return out;
}

type Marked = [piece: Inline, end: number];

function read(text: string, at: number, mark: string, depth: number): Marked | null {
  if (mark.startsWith('\\')) return null;
  if (mark === '[') return linked(text, at, depth);
  return mark.startsWith('http') ? address(text, at) : span(text, at, mark, depth);
}

/**
 * Parses text between two equal delimiters without inner whitespace next to them. An underscore inside a word is not a
 * delimiter.
 */
function span(text: string, at: number, mark: string, depth: number): Marked | null {
  const from = at + mark.length;
  if (mark === '_' && /\w/.test(text[at - 1] ?? '')) return null;
  if (/^\s|^$/.test(text.slice(from, from + 1))) return null;
  for (let to = text.indexOf(mark, from + 1); to > 0; to = text.indexOf(mark, to + 1)) {
    const inWord = mark === '_' && /\w/.test(text[to + 1] ?? '');
    const half = mark === '*' && (text[to + 1] === '*' || text[to - 1] === '*');
    if (inWord || half || /\s/.test(text[to - 1] ?? '')) continue;
    const children = inline(text.slice(from, to), depth + 1);
    return [{ kind: mark === '**' ? 'bold' : 'italic', children }, to + mark.length];
  }
  return null;
}

function linked(text: string, at: number, depth: number): Marked | null {
  const middle = text.indexOf('](', at);
  const end = middle < 0 ? -1 : text.indexOf(')', middle);
  const words = text.slice(at + 1, middle);
  if (end < 0 || words.trim() === '' || words.includes('[')) return null;
  const href = safe(text.slice(middle + 2, end).trim());
  return href ? [{ kind: 'link', href, children: inline(words, depth + 1) }, end + 1] : null;
}

/** Parses a bare URL, without the punctuation that ends its sentence. */
function address(text: string, at: number): Marked | null {
  const words = (/^[^\s<>"]+/.exec(text.slice(at))?.[0] ?? '').replace(/[.,;:!?)\]}'*_]+$/, '');
  const href = safe(words);
  return href ? [{ kind: 'link', href, children: [words] }, at + words.length] : null;
}

/** Returns the normalized URL if its scheme is http, https or mailto, otherwise null. */
function safe(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null;
}
