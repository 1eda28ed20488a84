import { isKind, kindOf } from './blocks';
import type { Block } from './model/types';

/** Our own clipboard type: blocks travel between designs and tabs of one browser. */
const BLOCKS_TYPE = 'application/x-laurel-blocks+json';

/** Puts blocks on the clipboard, and their words for other programs. */
export function writeBlocks(clipboard: DataTransfer, blocks: readonly Block[]): void {
  clipboard.setData(BLOCKS_TYPE, JSON.stringify(blocks));
  const words = blocks.flatMap((block) => (block.kind === 'text' ? [block.model] : []));
  clipboard.setData('text/plain', words.join('\n'));
}

/** What the clipboard has for a page: blocks, else a picture, else words. */
export type Pasted =
  | { kind: 'blocks'; blocks: Block[] }
  | { kind: 'picture'; file: File }
  | { kind: 'words'; text: string };

export function readPasted(clipboard: DataTransfer): Pasted | undefined {
  const blocks = parseBlocks(clipboard.getData(BLOCKS_TYPE));
  if (blocks.length > 0) return { kind: 'blocks', blocks };
  const file = [...clipboard.files].find(({ type }) => type.startsWith('image/'));
  if (file) return { kind: 'picture', file };
  const text = clipboard.getData('text/plain').trim();
  return text === '' ? undefined : { kind: 'words', text };
}

/** Blocks from the clipboard, which any page may have written: what is none is left out. */
function parseBlocks(text: string): Block[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isBlock) : [];
  } catch {
    return [];
  }
}

function isBlock(value: unknown): value is Block {
  if (typeof value !== 'object' || value === null) return false;
  const block = value as Record<string, unknown>;
  const framed = ['top', 'left', 'image_width', 'image_height'].every(
    (side) => typeof block[side] === 'string',
  );
  if (!framed || !isKind(block.kind)) return false;
  const { needs } = kindOf({ kind: block.kind });
  return needs === undefined || typeof block[needs] === 'string';
}
