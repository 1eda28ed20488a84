import { cssFont, type Face } from './fonts/face';
import type { Measure } from './layout/measure';

/** Small sizes are rounded differently by every engine; at this size they agree. */
const REFERENCE = 1000;

export type CanvasMeasure = Measure & {
  /** Forgets all measurements: call it when fonts have been loaded since. */
  clear(): void;
};

/** Measures with the browser's own shaping, so that the lines hold where the same text is painted. */
export function canvasMeasure(): CanvasMeasure {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('font_failed: no canvas to measure with');
  context.textRendering = 'geometricPrecision';
  const widths = new Map<string, Map<string, number>>();
  const boxes = new Map<string, { ascent: number; descent: number }>();

  const measured = (font: string, text: string) => {
    if (context.font !== font) context.font = font;
    return context.measureText(text);
  };
  return {
    width(face: Face, text: string): number {
      const font = cssFont(face, REFERENCE);
      const known = widths.get(font) ?? new Map<string, number>();
      widths.set(font, known);
      const width = known.get(text) ?? measured(font, text).width / REFERENCE;
      known.set(text, width);
      return width;
    },
    box(face: Face) {
      const font = cssFont(face, REFERENCE);
      const known = boxes.get(font);
      if (known) return known;
      const metrics = measured(font, 'x');
      const box = {
        ascent: metrics.fontBoundingBoxAscent / REFERENCE,
        descent: metrics.fontBoundingBoxDescent / REFERENCE,
      };
      boxes.set(font, box);
      return box;
    },
    clear() {
      widths.clear();
      boxes.clear();
    },
  };
}
