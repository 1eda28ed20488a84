import { isKind, kindOf } from '../blocks';
import type { Copies } from './groups';
import type { Block, DesignDocument } from './types';

/** Our own clipboard type, to copy blocks between designs and browser tabs. */
const BLOCKS_TYPE = 'application/x-laurel-blocks+json';
/** The maximum length of a group's name, in characters. */
const LONGEST_NAME = 100;

/** Writes blocks to the clipboard, and their text for other programs. */
export function writeBlocks(clipboard: DataTransfer, copies: Copies): void {
  clipboard.setData(BLOCKS_TYPE, JSON.stringify(copies));
  const words = copies.blocks.flatMap((block) => (block.kind === 'text' ? [block.model] : []));
  clipboard.setData('text/plain', words.join('\n'));
}

/** What can be pasted from the clipboard: blocks, otherwise an image, otherwise text. */
export type Pasted =
  | { kind: 'blocks'; copies: Copies }
  | { kind: 'picture'; file: File }
  | { kind: 'words'; text: string };

export function readPasted(clipboard: DataTransfer): Pasted | undefined {
  const copies = parseCopies(clipboard.getData(BLOCKS_TYPE));
  if (copies.blocks.length > 0) return { kind: 'blocks', copies };
  const file = [...clipboard.files].find(({ type }) => type.startsWith('image/'));
  if (file) return { kind: 'picture', file };
  const text = clipboard.getData('text/plain').trim();
  return text === '' ? undefined : { kind: 'words', text };
}

/** Parses blocks from the clipboard. Any page may have written them, so invalid blocks are dropped. */
function parseCopies(text: string): Copies {
  try {
    const { blocks, groups } = JSON.parse(text) as Record<string, unknown>;
    return { blocks: listOf(blocks, isBlock), groups: listOf(groups, isGroup) };
  } catch {
    return { blocks: [] };
  }
}

function listOf<T>(value: unknown, is: (item: unknown) => item is T): T[] {
  return Array.isArray(value) ? value.filter(is) : [];
}

function isGroup(value: unknown): value is NonNullable<DesignDocument['groups']>[number] {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name } = value as Record<string, unknown>;
  return typeof id === 'string' && typeof name === 'string' && name !== '' && name.length <= LONGEST_NAME;
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
