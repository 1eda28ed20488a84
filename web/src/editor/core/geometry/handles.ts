import type { Box } from '../primitives/sizes';
import type { Point } from './camera';
import type { Frame } from './frames';

/** A handle of a frame, named after the edges that it drags. */
export type Handle = 'n' | 's' | 'e' | 'w' | 'nw' | 'ne' | 'sw' | 'se';

export const HANDLES: readonly Handle[] = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];

export function handlePoint(handle: Handle, frame: Frame): Point {
  const part = (low: string, high: string) => (handle.includes(low) ? 0 : handle.includes(high) ? 1 : 0.5);
  return {
    x: frame.left + frame.width * part('w', 'e'),
    y: frame.top + frame.height * part('n', 's'),
  };
}

/** Returns the handle within `reach` (percent of the page) of a point. */
export function handleAt(point: Point, frame: Frame, reach: Point): Handle | undefined {
  return HANDLES.find((handle) => {
    const at = handlePoint(handle, frame);
    return Math.abs(at.x - point.x) <= reach.x && Math.abs(at.y - point.y) <= reach.y;
  });
}

export const CURSORS: Readonly<Record<Handle, string>> = {
  n: 'ns-resize',
  s: 'ns-resize',
  e: 'ew-resize',
  w: 'ew-resize',
  nw: 'nwse-resize',
  se: 'nwse-resize',
  ne: 'nesw-resize',
  sw: 'nesw-resize',
};

type Manner = {
  smallest: Box;
  /** Keeps the aspect ratio. */
  keepShape: boolean;
  /** Keeps the centre in place, so opposite sides move together. */
  fromCentre: boolean;
};

/** Returns how far a handle moves a side outwards, or 0 if it does not drag that side. */
function outward(handle: Handle, [low, high]: readonly [string, string], by: number): number {
  if (handle.includes(low)) return -by;
  return handle.includes(high) ? by : 0;
}

/** Returns the frame after a handle was dragged. Opposite edges never cross. */
export function dragHandle(frame: Frame, handle: Handle, by: Point, manner: Manner): Frame {
  const { smallest, keepShape, fromCentre } = manner;
  const sides = fromCentre ? 2 : 1;
  let width = Math.max(smallest.width, frame.width + sides * outward(handle, ['w', 'e'], by.x));
  let height = Math.max(smallest.height, frame.height + sides * outward(handle, ['n', 's'], by.y));
  if (keepShape && frame.width > 0 && frame.height > 0) {
    const scale = commonScale(frame, handle, { width, height }, smallest);
    width = frame.width * scale;
    height = frame.height * scale;
  }
  const [spareX, spareY] = [frame.width - width, frame.height - height];
  if (fromCentre) return { left: frame.left + spareX / 2, top: frame.top + spareY / 2, width, height };
  return {
    left: handle.includes('w') ? frame.left + spareX : frame.left,
    top: handle.includes('n') ? frame.top + spareY : frame.top,
    width,
    height,
  };
}

/** Returns the common scale of both sides: that of the dragged side or, at a corner, the larger one. */
function commonScale(frame: Frame, handle: Handle, wanted: Box, smallest: Box): number {
  const scales = [wanted.width / frame.width, wanted.height / frame.height] as const;
  const least = Math.max(smallest.width / frame.width, smallest.height / frame.height);
  const scale = handle.length === 1 ? scales[/[ew]/.test(handle) ? 0 : 1] : Math.max(...scales);
  return Math.max(scale, least);
}
