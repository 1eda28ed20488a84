import type { Block } from '../model/types';
import { frameOf, withFrame } from './frames';
import { free } from './place';
import { type BlockKey, chosenBlocks, keyOf, mapBlocks, nextKey, type Sheet, withBlocks } from './sheet';

/** The most blocks that a design may have. */
export const MAX_BLOCKS = 100;

/** How far a copy stands from its original, in percent of the page. */
const COPY_OFFSET = 2;

/** A sheet with new blocks in front, and their keys. */
export type Added = { sheet: Sheet; keys: BlockKey[] };

/** Adds blocks in front of the others; what goes beyond the most a design may have is left out. */
export function addBlocks(sheet: Sheet, blocks: readonly Block[]): Added {
  const present = sheet.design.blocks;
  const first = nextKey(present);
  const room = Math.max(0, MAX_BLOCKS - present.length);
  const added = blocks.slice(0, room).map((block, index) => {
    const { z_index: _, ...rest } = block;
    return withFrame({ ...rest, block_index: first + index } as Block, frameOf(block), sheet.design);
  });
  return { sheet: withBlocks(sheet, [...present, ...added]), keys: added.map(keyOf) };
}

/** Adds copies a little below and beside, unlocked so that they can be put where they belong. */
export function addCopies(sheet: Sheet, blocks: readonly Block[]): Added {
  return addBlocks(
    sheet,
    blocks.map(({ locked: _, ...block }) => {
      const frame = frameOf(block as Block);
      const [left, top] = [Math.min(frame.left + COPY_OFFSET, 100), Math.min(frame.top + COPY_OFFSET, 100)];
      const copy = withFrame(block as Block, { ...frame, left, top }, sheet.design);
      return copy.kind === 'text' && copy.center ? { ...copy, left: block.left } : copy;
    }),
  );
}

export function duplicateBlocks(sheet: Sheet, keys: readonly BlockKey[]): Added {
  return addCopies(sheet, chosenBlocks(sheet, keys));
}

/** Deletes blocks, except locked ones. */
export function deleteBlocks(sheet: Sheet, keys: readonly BlockKey[]): Sheet {
  const gone = free(sheet, keys);
  return withBlocks(
    sheet,
    sheet.design.blocks.filter((block) => !gone.includes(keyOf(block))),
  );
}

/** Gives fields of the chosen blocks new values. Only fields that a block's kind has should be given. */
export function patchBlocks(sheet: Sheet, keys: readonly BlockKey[], change: Partial<Block>): Sheet {
  return patchEach(sheet, keys, () => change);
}

/** The same with other values for each block. */
export function patchEach(
  sheet: Sheet,
  keys: readonly BlockKey[],
  changeOf: (block: Block) => Partial<Block>,
): Sheet {
  return mapBlocks(sheet, keys, (block) => ({ ...block, ...changeOf(block) }) as Block);
}

export type Shift = 'front' | 'forward' | 'backward' | 'back';

/** Brings a block in front of others, or puts it behind them. */
export function reorderBlock(sheet: Sheet, key: BlockKey, shift: Shift): Sheet {
  const at = sheet.design.blocks.findIndex((block) => keyOf(block) === key);
  const last = sheet.design.blocks.length - 1;
  const to = { front: last, forward: at + 1, backward: at - 1, back: 0 }[shift];
  return moveToLayer(sheet, key, to);
}

/** Puts a block at a place in the painting order, 0 being the back. */
export function moveToLayer(sheet: Sheet, key: BlockKey, to: number): Sheet {
  const block = sheet.design.blocks.find((other) => keyOf(other) === key);
  if (!block) return sheet;
  const others = sheet.design.blocks.filter((other) => other !== block);
  const place = Math.min(Math.max(to, 0), others.length);
  return withBlocks(sheet, [...others.slice(0, place), block, ...others.slice(place)]);
}

/** Brings several blocks one step nearer or further, or all the way, keeping their order. */
export function reorderBlocks(sheet: Sheet, keys: readonly BlockKey[], shift: Shift): Sheet {
  const ordered = chosenBlocks(sheet, keys).map(keyOf);
  const turns = shift === 'front' || shift === 'backward' ? ordered : ordered.toReversed();
  return turns.reduce((moved, key) => reorderBlock(moved, key, shift), sheet);
}
