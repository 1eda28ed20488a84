import type { Frame } from '../state/frames';
import type { Point } from './camera';

/** A line across the page where edges meet, in percent. */
export type Guide = { axis: 'x' | 'y'; at: number };
export type Lines = { x: readonly number[]; y: readonly number[] };

/** The lines that blocks catch on: edges and middles of the page and of other blocks, and the bleed. */
export function snapLines(others: readonly Frame[], bleed: Point): Lines {
  const three = (start: number, size: number) => [start, start + size / 2, start + size];
  return {
    x: [0, 50, 100, bleed.x, 100 - bleed.x, ...others.flatMap(({ left, width }) => three(left, width))],
    y: [0, 50, 100, bleed.y, 100 - bleed.y, ...others.flatMap(({ top, height }) => three(top, height))],
  };
}

type Catch = { by: number; at: number };

/** The nearest line to any of these positions, within reach. */
function nearest(positions: readonly number[], lines: readonly number[], reach: number): Catch | undefined {
  let best: Catch | undefined;
  for (const position of positions) {
    for (const at of lines) {
      const by = at - position;
      if (Math.abs(by) <= reach && (!best || Math.abs(by) < Math.abs(best.by))) best = { by, at };
    }
  }
  return best;
}

/** How far a moved frame is drawn to the lines near it, and those lines. */
export function snapMove(frame: Frame, lines: Lines, reach: Point): { by: Point; guides: Guide[] } {
  const { left, top, width, height } = frame;
  const x = nearest([left, left + width / 2, left + width], lines.x, reach.x);
  const y = nearest([top, top + height / 2, top + height], lines.y, reach.y);
  return { by: { x: x?.by ?? 0, y: y?.by ?? 0 }, guides: guidesOf(x, y) };
}

/** The same for the edges that a handle drags: `edges` holds their positions. */
export function snapEdges(
  edges: { x?: number | undefined; y?: number | undefined },
  lines: Lines,
  reach: Point,
): { by: Point; guides: Guide[] } {
  const x = edges.x === undefined ? undefined : nearest([edges.x], lines.x, reach.x);
  const y = edges.y === undefined ? undefined : nearest([edges.y], lines.y, reach.y);
  return { by: { x: x?.by ?? 0, y: y?.by ?? 0 }, guides: guidesOf(x, y) };
}

function guidesOf(x: Catch | undefined, y: Catch | undefined): Guide[] {
  const guides: Guide[] = [];
  if (x) guides.push({ axis: 'x', at: x.at });
  if (y) guides.push({ axis: 'y', at: y.at });
  return guides;
}
