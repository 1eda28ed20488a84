import { kindOf } from '../blocks';
import { type BlockKey, keyOf } from '../document/sheet';
import type { Block } from '../document/types';
import type { Point } from './camera';
import { type Frame, frameOf, overlaps } from './frames';

/** Returns the blocks at a point, from front to back. `reach` (percent) enlarges thin blocks. */
export function blocksAt(blocks: readonly Block[], point: Point, reach: Point): BlockKey[] {
  return blocks
    .filter((block) => !block.hidden && isAt(block, point, reach))
    .map(keyOf)
    .reverse();
}

function isAt(block: Block, point: Point, reach: Point): boolean {
  const frame = frameOf(block);
  if (!contains(grown(frame, thin(frame, reach)), point)) return false;
  // Clicks on the empty centre of a hollow block reach the blocks behind it.
  return (
    !kindOf(block).hollow?.(block) || !contains(grown(frame, { x: -2 * reach.x, y: -2 * reach.y }), point)
  );
}

function thin(frame: Frame, reach: Point): Point {
  return { x: frame.width < 2 * reach.x ? reach.x : 0, y: frame.height < 2 * reach.y ? reach.y : 0 };
}

function grown(frame: Frame, by: Point): Frame {
  return {
    left: frame.left - by.x,
    top: frame.top - by.y,
    width: frame.width + 2 * by.x,
    height: frame.height + 2 * by.y,
  };
}

function contains(frame: Frame, { x, y }: Point): boolean {
  return x >= frame.left && x <= frame.left + frame.width && y >= frame.top && y <= frame.top + frame.height;
}

/** Returns the blocks that a marquee touches. */
export function blocksIn(blocks: readonly Block[], marquee: Frame): BlockKey[] {
  return blocks
    .filter((block) => !block.hidden && !block.lock_position && overlaps(frameOf(block), marquee))
    .map(keyOf);
}

/** Returns the frame between two corners. */
export function between(a: Point, b: Point): Frame {
  return {
    left: Math.min(a.x, b.x),
    top: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
}
