import { kindOf } from '../blocks';
import type { Block, PageShape } from '../document/types';
import { formatPercent, parsePercent } from '../primitives/percent';
import type { Box } from '../primitives/sizes';

/** The position and size of a block, in percent of the page. */
export type Frame = { left: number; top: number; width: number; height: number };

const MAX_PERCENT = 200;

export function frameOf(block: Block): Frame {
  const width = parsePercent(block.image_width);
  const left = block.kind === 'text' && block.center ? (100 - width) / 2 : parsePercent(block.left);
  return { left, top: parsePercent(block.top), width, height: parsePercent(block.image_height) };
}

/** Returns the minimum width and height of a block, in percent of the page. */
export function smallestFrame(block: Block, page: PageShape): Box {
  return kindOf(block).smallest(page);
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** Places a block in a frame, which is enlarged to the block's minimum size. Percentages have four decimals. */
export function withFrame<B extends Block>(block: B, frame: Frame, page: PageShape): B {
  const smallest = smallestFrame(block, page);
  const width = clamp(frame.width, smallest.width, MAX_PERCENT);
  const height = clamp(frame.height, smallest.height, MAX_PERCENT);
  const placed = {
    ...block,
    left: formatPercent(frame.left),
    top: formatPercent(frame.top),
    image_width: formatPercent(width),
    image_height: formatPercent(height),
  };
  return { ...placed, ...kindOf(placed).follow?.(placed, page) };
}

/** Returns the bounding box of frames. */
export function around(frames: readonly Frame[]): Frame {
  const left = Math.min(...frames.map((frame) => frame.left));
  const top = Math.min(...frames.map((frame) => frame.top));
  return {
    left,
    top,
    width: Math.max(...frames.map((frame) => frame.left + frame.width)) - left,
    height: Math.max(...frames.map((frame) => frame.top + frame.height)) - top,
  };
}

/** Whether two frames overlap. */
export function overlaps(a: Frame, b: Frame): boolean {
  return (
    a.left < b.left + b.width &&
    b.left < a.left + a.width &&
    a.top < b.top + b.height &&
    b.top < a.top + a.height
  );
}
