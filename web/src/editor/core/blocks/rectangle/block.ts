import { SHAPE_DEFAULTS, SHAPE_FRAME, type ShapeLooks } from '../../layout/shape';
import type { BlockBase } from '../../primitives/base';

export type RectangleBlock = BlockBase & ShapeLooks & { kind: 'rectangle'; radius?: number };

export const NO_RADIUS = 0;

export function newRectangleBlock(): RectangleBlock {
  return { kind: 'rectangle', ...SHAPE_FRAME, ...SHAPE_DEFAULTS, radius: NO_RADIUS };
}
