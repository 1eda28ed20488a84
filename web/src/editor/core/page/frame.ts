import type { Block } from '../document/types';
import type { Rect } from '../layout/display';
import { percentToPx } from '../primitives/percent';
import type { Box } from '../primitives/sizes';

/** Returns the frame of a block on the page, in design px. */
export function blockFrame(block: Block, page: Box): Rect {
  const width = Math.max(0, percentToPx(block.image_width, page.width));
  const height = Math.max(0, percentToPx(block.image_height, page.height));
  const centred = block.kind === 'text' && block.center;
  return {
    x: centred ? (page.width - width) / 2 : percentToPx(block.left, page.width),
    y: percentToPx(block.top, page.height),
    width,
    height,
  };
}
