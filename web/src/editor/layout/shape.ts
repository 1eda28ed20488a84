import { SHAPE_DEFAULTS } from '../model/defaults';
import type { ShapeBlock } from '../model/types';
import type { DisplayItem, Rect } from './display';

/** A rectangle or an ellipse whose stroke lies inside its frame. */
export function layoutShape(block: ShapeBlock, frame: Rect): DisplayItem[] {
  const stroke = block.stroke ?? SHAPE_DEFAULTS.stroke;
  const strokeWidth = stroke === 'none' ? 0 : (block.stroke_width ?? SHAPE_DEFAULTS.stroke_width);
  const ink = {
    fill: block.fill ?? SHAPE_DEFAULTS.fill,
    ...(strokeWidth > 0 ? { stroke, strokeWidth } : {}),
  };
  const width = Math.max(0, frame.width - strokeWidth);
  const height = Math.max(0, frame.height - strokeWidth);
  const [x, y] = [frame.x + strokeWidth / 2, frame.y + strokeWidth / 2];
  if (block.kind === 'ellipse') {
    return [
      { kind: 'ellipse', cx: x + width / 2, cy: y + height / 2, rx: width / 2, ry: height / 2, ...ink },
    ];
  }
  const radius = Math.min(block.radius ?? SHAPE_DEFAULTS.radius, width / 2, height / 2);
  return [{ kind: 'rect', x, y, width, height, radius, ...ink }];
}
