import type { HexColor } from '../primitives/base';
import type { Rect } from './display';

/** Style fields that closed shapes share. */
export type ShapeLooks = { fill?: HexColor | 'none'; stroke?: HexColor | 'none'; stroke_width?: number };

export const SHAPE_DEFAULTS = { fill: 'none', stroke: '#000000', stroke_width: 2 } as const;

/** The frame of a new shape. */
export const SHAPE_FRAME = { top: '40%', left: '40%', image_width: '20%', image_height: '20%' } as const;

/** The default and the limits of the stroke width, in px. */
export const STROKE_WIDTH = { without: SHAPE_DEFAULTS.stroke_width, least: 0, most: 100 } as const;

type Inked = Rect & { ink: { fill: string; stroke?: string; strokeWidth?: number } };

/** Returns the outline and colours of a shape whose stroke lies inside its frame. */
export function inkedShape(looks: ShapeLooks, frame: Rect): Inked {
  const stroke = looks.stroke ?? SHAPE_DEFAULTS.stroke;
  const strokeWidth = stroke === 'none' ? 0 : (looks.stroke_width ?? SHAPE_DEFAULTS.stroke_width);
  return {
    x: frame.x + strokeWidth / 2,
    y: frame.y + strokeWidth / 2,
    width: Math.max(0, frame.width - strokeWidth),
    height: Math.max(0, frame.height - strokeWidth),
    ink: {
      fill: looks.fill ?? SHAPE_DEFAULTS.fill,
      ...(strokeWidth > 0 ? { stroke, strokeWidth } : {}),
    },
  };
}

/** Returns the colour inside the outline, or undefined if there is none. */
export function insideOf(looks: ShapeLooks): string | undefined {
  return isHollow(looks) ? undefined : looks.fill;
}

/** Whether the shape has no fill. */
export function isHollow({ fill }: ShapeLooks): boolean {
  return (fill ?? SHAPE_DEFAULTS.fill) === 'none';
}
