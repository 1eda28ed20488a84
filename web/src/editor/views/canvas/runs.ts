import { type BlockKey, keyOf } from '../../core/document/sheet';
import type { Block } from '../../core/document/types';

/** Unchanged neighbours in painting order, or one block that is changing. */
export type Run = { blocks: readonly [Block, ...Block[]]; still: boolean };

/** Returns the blocks that are new objects, or none if all of them are, as on another page. */
export function changedBlocks(before: readonly Block[], after: readonly Block[]): BlockKey[] {
  const known = new Set(before);
  const changed = after.filter((block) => !known.has(block));
  return changed.length === after.length ? [] : changed.map(keyOf);
}

/** Groups the blocks into runs from back to front. Unchanged runs keep their identity. */
export function runsOf(
  blocks: readonly Block[],
  moving: ReadonlySet<BlockKey>,
  before: readonly Run[] = [],
): Run[] {
  const runs: { blocks: [Block, ...Block[]]; still: boolean }[] = [];
  for (const block of blocks) {
    const still = !moving.has(keyOf(block));
    const last = runs.at(-1);
    if (still && last?.still) last.blocks.push(block);
    else runs.push({ blocks: [block], still });
  }
  return runs.map((run) => before.find((old) => sameRun(old, run)) ?? run);
}

function sameRun(a: Run, b: Run): boolean {
  return (
    a.still === b.still &&
    a.blocks.length === b.blocks.length &&
    a.blocks.every((block, index) => block === b.blocks[index])
  );
}
