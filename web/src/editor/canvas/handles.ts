import type { Frame } from '../state/frames';
import type { Point } from './camera';

/** A handle of a frame: which edges it drags. */
export type Handle = 'n' | 's' | 'e' | 'w' | 'nw' | 'ne' | 'sw' | 'se';

export const HANDLES: readonly Handle[] = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];

export function handlePoint(handle: Handle, frame: Frame): Point {
  const part = (low: string, high: string) => (handle.includes(low) ? 0 : handle.includes(high) ? 1 : 0.5);
  return {
    x: frame.left + frame.width * part('w', 'e'),
    y: frame.top + frame.height * part('n', 's'),
  };
}

/** The handle within reach of a point; `reach` is in percent of the page. */
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

/** The frame with the edges of a handle dragged; edges never pass each other. `keepShape` keeps width to height. */
export function dragHandle(
  frame: Frame,
  handle: Handle,
  by: Point,
  smallest: Point,
  keepShape: boolean,
): Frame {
  const west = handle.includes('w');
  const north = handle.includes('n');
  let width = Math.max(smallest.x, frame.width + (west ? -by.x : handle.includes('e') ? by.x : 0));
  let height = Math.max(smallest.y, frame.height + (north ? -by.y : handle.includes('s') ? by.y : 0));
  if (keepShape && frame.width > 0 && frame.height > 0) {
    const scales = [width / frame.width, height / frame.height] as const;
    const least = Math.max(smallest.x / frame.width, smallest.y / frame.height);
    const wanted = handle.length === 1 ? (/[ew]/.test(handle) ? scales[0] : scales[1]) : Math.max(...scales);
    const scale = Math.max(wanted, least);
    width = frame.width * scale;
    height = frame.height * scale;
  }
  return {
    left: west ? frame.left + frame.width - width : frame.left,
    top: north ? frame.top + frame.height - height : frame.top,
    width,
    height,
  };
}
