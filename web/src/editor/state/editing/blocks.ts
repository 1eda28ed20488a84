import { type Copies, groupOf, regrouped } from '../../core/document/groups';
import { type BlockKey, keyOf, mapBlocks, nextKey, type Sheet, withBlocks } from '../../core/document/sheet';
import type { Block, GroupId } from '../../core/document/types';
import { frameOf, withFrame } from '../../core/geometry/frames';
import { copiesOf } from './groups';
import { allowedChange, isLockedAnyhow, locksAs } from './locks';

/** The maximum number of blocks of a design. */
export const MAX_BLOCKS = 100;

/** The offset of a copy from its original, in percent of the page. */
const COPY_OFFSET = 2;

/** A sheet with new blocks in front, and their keys. */
export type Added = { sheet: Sheet; keys: BlockKey[] };

/** Adds blocks in front of the others. Blocks beyond the maximum are dropped. */
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

/** Adds copies with an offset and without locks, so that they can be moved. A copied group becomes a new group. */
export function addCopies(sheet: Sheet, copies: Copies): Added {
  const { blocks, groups } = regrouped(sheet.design, copies);
  const named = [...(sheet.design.groups ?? []), ...groups];
  const design = groups.length > 0 ? { ...sheet.design, groups: named } : sheet.design;
  return addBlocks(
    { ...sheet, design },
    blocks.map((original) => {
      const block = unlocked(original);
      const frame = frameOf(block);
      const [left, top] = [Math.min(frame.left + COPY_OFFSET, 100), Math.min(frame.top + COPY_OFFSET, 100)];
      const copy = withFrame(block, { ...frame, left, top }, sheet.design);
      return copy.kind === 'text' && copy.center ? { ...copy, left: block.left } : copy;
    }),
  );
}

export function duplicateBlocks(sheet: Sheet, keys: readonly BlockKey[]): Added {
  return addCopies(sheet, copiesOf(sheet, keys));
}

/** Deletes blocks, except locked ones. */
export function deleteBlocks(sheet: Sheet, keys: readonly BlockKey[]): Sheet {
  return withBlocks(
    sheet,
    sheet.design.blocks.filter((block) => !keys.includes(keyOf(block)) || isLockedAnyhow(block)),
  );
}

/** Changes fields of the selected blocks, except locked fields. Pass only fields that the blocks' kinds have. */
export function patchBlocks(sheet: Sheet, keys: readonly BlockKey[], change: Partial<Block>): Sheet {
  return patchEach(sheet, keys, () => change);
}

/** Like `patchBlocks`, but with a separate change for each block. */
export function patchEach(
  sheet: Sheet,
  keys: readonly BlockKey[],
  changeOf: (block: Block) => Partial<Block>,
): Sheet {
  return mapBlocks(sheet, keys, (block) => {
    const change = allowedChange(block, changeOf(block));
    return Object.keys(change).length === 0 ? block : ({ ...block, ...change } as Block);
  });
}

export type Shift = 'front' | 'forward' | 'backward' | 'back';

/** Returns the layers in painting order: whole groups and single blocks. */
export function layersOf(blocks: readonly Block[]): Block[][] {
  const layers: Block[][] = [];
  for (const block of blocks) {
    const group = groupOf(blocks, block);
    const last = layers.at(-1);
    if (group !== undefined && last?.[0]?.group === group) last.push(block);
    else layers.push([block]);
  }
  return layers;
}

/** Moves the selected items by one step or to the end, keeping their relative order. */
function shiftItems<T>(items: readonly T[], isChosen: (item: T) => boolean, shift: Shift): T[] {
  const chosen = items.filter(isChosen);
  const turns = shift === 'front' || shift === 'backward' ? chosen : chosen.toReversed();
  return turns.reduce((order, item) => {
    const at = order.indexOf(item);
    const to = { front: order.length - 1, forward: at + 1, backward: at - 1, back: 0 }[shift];
    const others = order.toSpliced(at, 1);
    return others.toSpliced(Math.min(Math.max(to, 0), others.length), 0, item);
  }, items.slice());
}

/**
 * Moves blocks one step or all the way to the front or back, keeping their relative order. Groups stay together. If a group is
 * entered, its blocks are reordered within it.
 */
export function reorderBlocks(
  sheet: Sheet,
  keys: readonly BlockKey[],
  shift: Shift,
  entered: GroupId | null = null,
): Sheet {
  const { blocks } = sheet.design;
  const isChosen = (block: Block) => keys.includes(keyOf(block));
  if (entered !== null) {
    const inner = shiftItems(
      blocks.filter(({ group }) => group === entered),
      isChosen,
      shift,
    );
    return withBlocks(
      sheet,
      blocks.map((block) => (block.group === entered ? (inner.shift() ?? block) : block)),
    );
  }
  return withBlocks(sheet, shiftItems(layersOf(blocks), (layer) => layer.some(isChosen), shift).flat());
}

/** Returns a copy without locks. */
function unlocked(block: Block): Block {
  return { ...block, ...locksAs(false) } as Block;
}
