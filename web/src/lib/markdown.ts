/** A piece of a line: plain text, or text that is marked. */
export type Inline =
  | string
  | { kind: 'bold'; children: Inline[] }
  | { kind: 'italic'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] };

export type Block =
  | { kind: 'paragraph'; lines: Inline[][] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] };

/** Marks within marks deeper than this stay as they were typed. */
const DEPTH = 4;

const BULLET = /^\s*[-*+]\s+(?=\S)/;
const NUMBER = /^\s*\d{1,9}[.)]\s+(?=\S)/;

/**
 * Reads light Markdown: paragraphs, lists, **bold**, *italic*, [links](https://…) and bare addresses. Everything else is text as
 * it was typed, HTML too: nobody makes mark-up of it.
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

/** What opens a mark, and how what follows is read. */
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

/** Text between two equal marks that touch it; an underscore within a word is a letter. */
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

/** A bare address, without the punctuation that ends its sentence. */
function address(text: string, at: number): Marked | null {
  const words = (/^[^\s<>"]+/.exec(text.slice(at))?.[0] ?? '').replace(/[.,;:!?)\]}'*_]+$/, '');
  const href = safe(words);
  return href ? [{ kind: 'link', href, children: [words] }, at + words.length] : null;
}

/** The address as browsers write it, when it leads to a page or a mailbox and nowhere else. */
function safe(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null;
}
