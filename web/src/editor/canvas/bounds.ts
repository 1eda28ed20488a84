import type { DisplayItem, Rect } from '../layout/display';

/** So far letters reach above their baseline and below it, in sizes of their font: accents over accents, deep tails. */
const LETTERS = { above: 2, below: 1 };

/** Where an item may leave ink, in design px; undefined where only its block tells. */
function boundsOf(item: DisplayItem): Rect | undefined {
  switch (item.kind) {
    case 'line': {
      const { x, width, size, baseline, dir } = item;
      const left = dir === 'rtl' ? x - width : x;
      const height = (LETTERS.above + LETTERS.below) * size;
      return { x: left - size, y: baseline - LETTERS.above * size, width: width + 2 * size, height };
    }
    case 'rect':
      return grown(item, item.strokeWidth);
    case 'ellipse': {
      const { cx, cy, rx, ry, strokeWidth } = item;
      return grown({ x: cx - rx, y: cy - ry, width: 2 * rx, height: 2 * ry }, strokeWidth);
    }
    case 'image':
      return item.clip;
    case 'path':
      return undefined;
  }
}

function grown({ x, y, width, height }: Rect, by = 0): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** The smallest box around all that these items paint and these frames, in design px. */
export function boundsAround(items: readonly DisplayItem[], frames: readonly Rect[]): Rect {
  const all = [...items.flatMap((item) => boundsOf(item) ?? []), ...frames];
  const left = Math.min(...all.map(({ x }) => x));
  const top = Math.min(...all.map(({ y }) => y));
  const right = Math.max(...all.map(({ x, width }) => x + width));
  const bottom = Math.max(...all.map(({ y, height }) => y + height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}
