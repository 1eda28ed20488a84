import type { Box } from '../primitives/sizes';

/** The position of the page in the window: a design px is `zoom` CSS px, and the page starts at (x, y). */
export type Camera = { zoom: number; x: number; y: number };
export type Point = { x: number; y: number };

export const MIN_ZOOM = 0.1;
export const MAX_ZOOM = 8;
const MARGIN = 48;
/** The part of the page that always stays in the window, in px, so that it cannot get lost. */
const KEPT_PX = 96;
const STEPS = [0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6, 8];

/** Returns a camera that shows the whole page, centred in the window. */
export function fitPage(page: Box, view: Box): Camera {
  return centred(page, view, fittingZoom(page, view));
}

/** Returns a camera that centres the page in the window at this zoom. */
export function centred(page: Box, view: Box, zoom: number): Camera {
  return rounded({
    zoom,
    x: (view.width - page.width * zoom) / 2,
    y: (view.height - page.height * zoom) / 2,
  });
}

/** Returns a camera that fits a part of the page, in design px, into the window. */
export function fitPart(part: Box & Point, view: Box): Camera {
  const zoom = fittingZoom(part, view);
  const { x, y } = centred(part, view, zoom);
  return rounded({ zoom, x: x - part.x * zoom, y: y - part.y * zoom });
}

function fittingZoom(box: Box, view: Box): number {
  const room = { width: Math.max(view.width - 2 * MARGIN, 1), height: Math.max(view.height - 2 * MARGIN, 1) };
  return limit(Math.min(room.width / Math.max(box.width, 1), room.height / Math.max(box.height, 1)));
}

/** Zooms around `at`: the point of the page there stays in place. */
export function zoomAt(camera: Camera, zoom: number, at: Point): Camera {
  const next = limit(zoom);
  const scale = next / camera.zoom;
  return rounded({ zoom: next, x: at.x - (at.x - camera.x) * scale, y: at.y - (at.y - camera.y) * scale });
}

/** Returns the next larger or smaller standard zoom level. */
export function zoomStep(zoom: number, direction: 1 | -1): number {
  const near = 0.001;
  const steps = direction === 1 ? STEPS : STEPS.toReversed();
  return steps.find((step) => (step - zoom) * direction > near) ?? zoom;
}

export function pan(camera: Camera, dx: number, dy: number): Camera {
  return rounded({ ...camera, x: camera.x + dx, y: camera.y + dy });
}

/** Moves the camera by the smallest distance that keeps part of the page in the window. */
export function kept(camera: Camera, page: Box, view: Box): Camera {
  const along = (at: number, length: number, window: number) => {
    const least = Math.min(KEPT_PX, length, window);
    return Math.min(Math.max(at, least - length), window - least);
  };
  return rounded({
    zoom: camera.zoom,
    x: along(camera.x, page.width * camera.zoom, view.width),
    y: along(camera.y, page.height * camera.zoom, view.height),
  });
}

/** Converts a point of the window to percent of the page. */
export function toPage({ x, y }: Point, camera: Camera, page: Box): Point {
  return {
    x: ((x - camera.x) / camera.zoom / page.width) * 100,
    y: ((y - camera.y) / camera.zoom / page.height) * 100,
  };
}

const limit = (zoom: number) => Math.min(Math.max(zoom, MIN_ZOOM), MAX_ZOOM);

/** The page starts at a whole px, so that it is as sharp as in print. */
const rounded = ({ zoom, x, y }: Camera): Camera => ({ zoom, x: Math.round(x), y: Math.round(y) });
