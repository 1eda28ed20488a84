import { SHAPE_DEFAULTS, SHAPE_FRAME, type ShapeLooks } from '../../layout/shape';
import type { BlockBase } from '../../primitives/base';

export type EllipseBlock = BlockBase & ShapeLooks & { kind: 'ellipse' };

export function newEllipseBlock(): EllipseBlock {
  return { kind: 'ellipse', ...SHAPE_FRAME, ...SHAPE_DEFAULTS };
}
