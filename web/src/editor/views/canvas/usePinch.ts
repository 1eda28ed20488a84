import { type PointerEvent, useRef } from 'react';
import type { Point } from '../../core/geometry/camera';
import { useEditorContext } from '../../state/context/context';

/** Zooms and pans with two fingers. `begin` is called when the second finger touches, to undo what the first one started. */
export function usePinch(begin: () => void) {
  const { view } = useEditorContext();
  const fingers = useRef(new Map<number, Point>());

  return {
    /** Adds a finger, and returns whether it belongs to a pinch. */
    down: (event: PointerEvent, at: Point): boolean => {
      if (event.pointerType !== 'touch') return false;
      fingers.current.set(event.pointerId, at);
      if (fingers.current.size === 2) begin();
      return fingers.current.size > 1;
    },
    move: (event: PointerEvent, at: Point): boolean => {
      const before = [...fingers.current.values()];
      if (!fingers.current.has(event.pointerId) || before.length < 2) return false;
      fingers.current.set(event.pointerId, at);
      const [from, to] = [spread(before), spread([...fingers.current.values()])];
      const { camera, zoomTo, pan } = view.getState();
      pan(to.middle.x - from.middle.x, to.middle.y - from.middle.y);
      if (from.distance > 0) zoomTo((camera.zoom * to.distance) / from.distance, to.middle);
      return true;
    },
    up: (event: PointerEvent) => {
      fingers.current.delete(event.pointerId);
    },
  };
}

/** Returns the midpoint of the first two fingers and the distance between them. */
function spread([a = ORIGIN, b = ORIGIN]: readonly Point[]): { middle: Point; distance: number } {
  return {
    middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    distance: Math.hypot(a.x - b.x, a.y - b.y),
  };
}

const ORIGIN: Point = { x: 0, y: 0 };
