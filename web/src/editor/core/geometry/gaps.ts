import type { Frame } from './frames';

export type GapAxis = 'x' | 'y';

/** A gap between two frames, in percent: `from` and `to` along the axis, at `across` on the other axis. */
export type Gap = { axis: GapAxis; from: number; to: number; across: number };

/** Gaps that differ by less than this count as equal, in percent of the page. */
const SAME = 0.02;

/** A frame projected onto one axis. */
type Span = { start: number; end: number; low: number; high: number };

function spanOf({ left, top, width, height }: Frame, axis: GapAxis): Span {
  return axis === 'x'
    ? { start: left, end: left + width, low: top, high: top + height }
    : { start: top, end: top + height, low: left, high: left + width };
}

/** The two nearest neighbours on each side along an axis. */
type Row = { before: Span[]; after: Span[] };

function rowOf(span: Span, others: readonly Span[]): Row {
  const beside = others.filter(({ low, high }) => low < span.high && span.low < high);
  const middle = (span.start + span.end) / 2;
  const [first] = beside.filter(({ end }) => end <= middle).sort((a, b) => b.end - a.end);
  const [second] = beside.filter(({ end }) => first && end <= first.start).sort((a, b) => b.end - a.end);
  const [next] = beside.filter(({ start }) => start >= middle).sort((a, b) => a.start - b.start);
  const [last] = beside.filter(({ start }) => next && start >= next.end).sort((a, b) => a.start - b.start);
  const found = (spans: (Span | undefined)[]) => spans.filter((one) => one !== undefined);
  return { before: found([first, second]), after: found([next, last]) };
}

/** Returns the positions at which a frame's gap to a neighbour equals an adjacent gap. */
export function placesBetween(frame: Frame, others: readonly Frame[], axis: GapAxis): number[] {
  const span = spanOf(frame, axis);
  const size = span.end - span.start;
  const { before, after } = rowOf(
    span,
    others.map((other) => spanOf(other, axis)),
  );
  const [first, second] = before;
  const [next, last] = after;
  const places: number[] = [];
  if (first && next && next.start - first.end >= size) places.push((first.end + next.start - size) / 2);
  if (first && second) places.push(first.end + (first.start - second.end));
  if (next && last) places.push(next.start - (last.start - next.end) - size);
  return places;
}

/** Returns the equal gaps around a frame, on both axes. */
export function gapsBeside(frame: Frame, others: readonly Frame[]): Gap[] {
  return (['x', 'y'] as const).flatMap((axis) => {
    const gaps = rowGaps(frame, others, axis);
    return gaps.filter((gap) => gaps.some((other) => other !== gap && isSame(gap, other)));
  });
}

const isSame = (a: Gap, b: Gap) => Math.abs(a.to - a.from - (b.to - b.from)) < SAME;

function rowGaps(frame: Frame, others: readonly Frame[], axis: GapAxis): Gap[] {
  const span = spanOf(frame, axis);
  const { before, after } = rowOf(
    span,
    others.map((other) => spanOf(other, axis)),
  );
  const row = [...before.toReversed(), span, ...after];
  return row.slice(1).flatMap((next, index) => {
    const previous = row[index];
    return previous && next.start - previous.end > SAME ? [gapOf(previous, next, axis)] : [];
  });
}

function gapOf(previous: Span, next: Span, axis: GapAxis): Gap {
  const across = (Math.max(previous.low, next.low) + Math.min(previous.high, next.high)) / 2;
  return { axis, from: previous.end, to: next.start, across };
}

/** Returns the distances from a frame to its neighbours or to the edges of the page, on all four sides. */
export function distancesAround(frame: Frame, others: readonly Frame[]): Gap[] {
  return (['x', 'y'] as const).flatMap((axis) => {
    const span = spanOf(frame, axis);
    const { before, after } = rowOf(
      span,
      others.map((other) => spanOf(other, axis)),
    );
    const across = (span.low + span.high) / 2;
    const sides = [
      before[0] ? gapOf(before[0], span, axis) : { axis, from: 0, to: span.start, across },
      after[0] ? gapOf(span, after[0], axis) : { axis, from: span.end, to: 100, across },
    ];
    return sides.filter(({ from, to }) => to - from > SAME);
  });
}
