import { isBundled } from '../editor/core/fonts/registry';
import {
  type DisplayGroup,
  type DisplayItem,
  type DisplayPage,
  paintedParts,
} from '../editor/core/layout/display';
import { withoutIsolates } from '../editor/core/layout/locale';

/** A painted line, or part of one, with the families it may use. Empty if one of them is the department's own font. */
export type PrintLine = { text: string; rtl: boolean; families: string[] };

/** An address that a line shows, and where the line is, in parts of the page from its top left corner. */
export type PrintLink = { address: string; left: number; top: number; width: number; height: number };

/** A readable part of a page, as in the tags of the PDF. */
export type PrintBlock = {
  role: 'heading' | 'paragraph' | 'figure';
  lines: PrintLine[];
  links?: PrintLink[];
};

const GENERIC = new Set(['serif', 'sans-serif', 'monospace', 'cursive']);

function lineOf(item: DisplayItem): PrintLine[] {
  if (item.kind !== 'line' || item.text.trim() === '') return [];
  const families = item.face.families.filter((family) => !GENERIC.has(family));
  const known = families.every(isBundled) ? families : [];
  return paintedParts(item).map(({ text, dir }) => {
    return { text: withoutIsolates(text), rtl: dir === 'rtl', families: known };
  });
}

function topLeft(item: DisplayItem): { x: number; y: number; height: number } {
  if (item.kind === 'line') {
    const x = item.dir === 'rtl' ? item.x - item.width : item.x;
    return { x, y: item.baseline - item.size, height: item.size };
  }
  return item.kind === 'image' ? { ...item.clip } : { x: 0, y: 0, height: 0 };
}

const ADDRESS = /https?:\/\/[^\s<>"]+/;
const PUNCTUATION = /[.,;:!?)\]}'’”»]+$/;

/**
 * The address in a line. One that reaches the end of a line may go on in the next: half of it would lead elsewhere.
 */
function addressIn(text: string, isLast: boolean): string | undefined {
  const found = ADDRESS.exec(text);
  if (!found || (!isLast && found.index + found[0].length === text.trimEnd().length)) return undefined;
  const address = found[0].replace(PUNCTUATION, '');
  return URL.canParse(address) ? new URL(address).href : undefined;
}

function linksOf(items: DisplayItem[], page: DisplayPage): PrintLink[] {
  const { x, y, width, height } = page.viewBox;
  const lines = items.filter((item) => item.kind === 'line');
  return lines.flatMap((item, index) => {
    const address = addressIn(withoutIsolates(item.text), index === lines.length - 1);
    if (!address) return [];
    const corner = topLeft(item);
    const area = { left: (corner.x - x) / width, top: (corner.y - y) / height };
    // A line reaches below its baseline by about a quarter of its size.
    return [{ address, ...area, width: item.width / width, height: (item.size * 1.25) / height }];
  });
}

type Placed = { block: PrintBlock; x: number; y: number; height: number };

function placed({ role, items }: DisplayGroup, page: DisplayPage): Placed[] {
  if (role === 'decoration') return [];
  const links = linksOf(items, page);
  const block = { role, lines: items.flatMap(lineOf), ...(links.length > 0 && { links }) };
  const [first] = items.filter((item) => item.kind === (role === 'figure' ? 'image' : 'line'));
  if (!first || (role !== 'figure' && block.lines.length === 0)) return [];
  return [{ block, ...topLeft(first) }];
}

/** The reading order of blocks: row by row, each row in the direction of the language. */
function readingOrder(blocks: Placed[], dir: 'ltr' | 'rtl'): number[] {
  const down = blocks.map((_, index) => index).sort((a, b) => at(blocks, a).y - at(blocks, b).y);
  const rows: number[][] = [];
  for (const index of down) {
    const row = rows.at(-1);
    const first = row?.[0] === undefined ? undefined : at(blocks, row[0]);
    const block = at(blocks, index);
    if (row && first && block.y < first.y + first.height / 2) row.push(index);
    else rows.push([index]);
  }
  const across = (a: number, b: number) => at(blocks, a).x - at(blocks, b).x;
  return rows.flatMap((row) => row.sort(dir === 'rtl' ? (a, b) => across(b, a) : across));
}

function at(blocks: Placed[], index: number): Placed {
  const block = blocks[index];
  if (!block) throw new Error(`no block ${index}`);
  return block;
}

/** The readable content of a page: its blocks as they are painted, and their reading order. */
export function readPage(page: DisplayPage, dir: 'ltr' | 'rtl'): { blocks: PrintBlock[]; reading: number[] } {
  const blocks = page.groups.flatMap((group) => placed(group, page));
  return { blocks: blocks.map(({ block }) => block), reading: readingOrder(blocks, dir) };
}
