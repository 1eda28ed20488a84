import type { Point } from './camera';
import type { Frame } from './frames';
import { type Gap, gapsBeside, placesBetween } from './gaps';

/** A line across the page on which edges align, in percent. */
export type Guide = { axis: 'x' | 'y'; at: number };
/** Snap targets: lines across the page, and other frames for equal gaps. */
export type Lines = { x: readonly number[]; y: readonly number[]; others: readonly Frame[] };
export type Snapped = { by: Point; guides: Guide[]; gaps: Gap[] };

export const NOT_SNAPPED: Snapped = { by: { x: 0, y: 0 }, guides: [], gaps: [] };

/** Returns the snap lines: edges and centres of other blocks, and the page's own lines. */
export function snapLines(others: readonly Frame[], page: Pick<Lines, 'x' | 'y'>): Lines {
  const three = (start: number, size: number) => [start, start + size / 2, start + size];
  return {
    x: [...page.x, ...others.flatMap(({ left, width }) => three(left, width))],
    y: [...page.y, ...others.flatMap(({ top, height }) => three(top, height))],
    others,
  };
}

type Catch = { by: number /** The line, where it is one. */; at?: number };

/** Returns the snap line within reach that is nearest to any of these positions. */
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

/** Returns the nearer of a line and a position with equal gaps, preferring the line. */
function nearer(line: Catch | undefined, places: readonly number[], start: number, reach: number) {
  const place = nearest([start], places, reach);
  return place && (!line || Math.abs(place.by) < Math.abs(line.by)) ? { by: place.by } : line;
}

/** Snaps a moved frame to lines and equal gaps. Returns the offset and the guides and gaps to show. */
export function snapMove(frame: Frame, lines: Lines, reach: Point): Snapped {
  const { left, top, width, height } = frame;
  const x = nearer(
    nearest([left, left + width / 2, left + width], lines.x, reach.x),
    placesBetween(frame, lines.others, 'x'),
    left,
    reach.x,
  );
  const y = nearer(
    nearest([top, top + height / 2, top + height], lines.y, reach.y),
    placesBetween(frame, lines.others, 'y'),
    top,
    reach.y,
  );
  const by = { x: x?.by ?? 0, y: y?.by ?? 0 };
  const there = { ...frame, left: left + by.x, top: top + by.y };
  return { by, guides: guidesOf(x, y), gaps: gapsBeside(there, lines.others) };
}

/** Snaps the edges that a handle drags. `edges` contains their positions. */
export function snapEdges(
  edges: { x?: number | undefined; y?: number | undefined },
  lines: Lines,
  reach: Point,
): Snapped {
  const x = edges.x === undefined ? undefined : nearest([edges.x], lines.x, reach.x);
  const y = edges.y === undefined ? undefined : nearest([edges.y], lines.y, reach.y);
  return { by: { x: x?.by ?? 0, y: y?.by ?? 0 }, guides: guidesOf(x, y), gaps: [] };
}

/** Snaps a position to the lines of its axis. */
export function snapPosition(at: number, axis: 'x' | 'y', lines: Lines, reach: Point): number {
  return at + (nearest([at], lines[axis], reach[axis])?.by ?? 0);
}

function guidesOf(x: Catch | undefined, y: Catch | undefined): Guide[] {
  const guides: Guide[] = [];
  if (x?.at !== undefined) guides.push({ axis: 'x', at: x.at });
  if (y?.at !== undefined) guides.push({ axis: 'y', at: y.at });
  return guides;
}
