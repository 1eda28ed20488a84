import { tidyGroups } from './groups';
import { sameValue } from './same';
import type { Block, DesignDocument } from './types';

/** The edited name and document, with blocks from back to front. */
export type Sheet = { name: string; design: DesignDocument };

/** Identifies a block while the editor is open. It is assigned when the sheet is opened and never changes. */
export type BlockKey = number;

export const keyOf = (block: Block): BlockKey => block.block_index ?? -1;

/** Returns the key for the next new block. */
export function nextKey(blocks: readonly Block[]): BlockKey {
  return Math.max(-1, ...blocks.map(keyOf)) + 1;
}

/** Prepares a saved design for editing: blocks are in painting order and have keys. */
export function openSheet(name: string, design: DesignDocument): Sheet {
  const ordered = design.blocks
    .map((block, index) => ({ block, z: block.z_index ?? index }))
    .sort((a, b) => a.z - b.z)
    .map(({ block: { z_index: _, ...block } }, index) => ({ ...block, block_index: index }) as Block);
  return { name, design: { ...design, blocks: ordered } };
}

/** Returns the document to save: z_index and block_index follow the order of the blocks. */
export function savedDesign({ design }: Sheet): DesignDocument {
  const { blocks, ...rest } = tidyGroups(design);
  return {
    ...rest,
    blocks: blocks.map(numbered),
  };
}

/** Whether two sheets would be saved as the same document. */
export function sameSheet(a: Sheet, b: Sheet): boolean {
  return (
    a === b || (a.name.trim() === b.name.trim() && sameDesign(tidyGroups(a.design), tidyGroups(b.design)))
  );
}

/**
 * Compares two designs but ignores the block numbers, which follow the order. It runs in every frame of a drag, so blocks are
 * compared by identity first.
 */
function sameDesign(
  { blocks: left, ...a }: DesignDocument,
  { blocks: right, ...b }: DesignDocument,
): boolean {
  return (
    left.length === right.length &&
    left.every(
      (block, index) =>
        block === right[index] || sameValue(numbered(block, index), numbered(right[index], index)),
    ) &&
    sameValue(a, b)
  );
}

const numbered = <B extends Block | undefined>(block: B, index: number) => ({
  ...block,
  block_index: index,
  z_index: index,
});

export function findBlock(sheet: Sheet, key: BlockKey): Block | undefined {
  return sheet.design.blocks.find((block) => keyOf(block) === key);
}

/** Returns the blocks with these keys, in painting order. */
export function chosenBlocks(sheet: Sheet, keys: readonly BlockKey[]): Block[] {
  return sheet.design.blocks.filter((block) => keys.includes(keyOf(block)));
}

/** Returns the sheet with other blocks, or the same sheet if nothing changed. */
export function withBlocks(sheet: Sheet, blocks: Block[]): Sheet {
  const old = sheet.design.blocks;
  if (blocks.length === old.length && blocks.every((block, index) => block === old[index])) return sheet;
  return { ...sheet, design: { ...sheet.design, blocks } };
}

/** Changes the blocks with these keys. The other blocks keep their identity. */
export function mapBlocks(sheet: Sheet, keys: readonly BlockKey[], change: (block: Block) => Block): Sheet {
  const blocks = sheet.design.blocks.map((block) => (keys.includes(keyOf(block)) ? change(block) : block));
  return withBlocks(sheet, blocks);
}
