import type { DisplayPage, Rect } from '../editor/core/layout/display';
import type { FindImage } from '../editor/core/paint/canvas';
import { changedAreas, coveringTiles, overlap, type PaintedGroup, paintedGroups } from './changes';
import type { PrintJob } from './job';
import { Recent } from './recent';
import {
  backdropOf,
  base64,
  commonGroups,
  type Looks,
  newSurface,
  paint,
  type Surface,
  shoot,
} from './surface';

export type PictureLooks = Looks & {
  /** Whether to make a JPEG on which later ones can be based. */
  tiles?: {
    /** The size of a tile in px. */
    width: number;
    height: number;
    /** The ID under which the server stores this image if it is a complete one. */
    id: string;
    /** The ID of an image that the server no longer has. */
    lost?: string;
  };
};

/** The base image of a design, against which differences are computed. */
type Base = { id: string; groups: PaintedGroup[] };

const bases = new Recent<Base>(3);
/** The canvas on which changed parts are painted. */
let strip: Surface | undefined;

/** Measures the bounds of texts as `paintCanvas` paints them. */
const measuring = document.createElement('canvas').getContext('2d');

/** Browsers may not support larger canvases. */
const MAX_SIDE = 16_384;

/** Paints the tiles of a page that differ from the base into one column. Returns null if a complete image is as cheap. */
function shootChanges(
  page: DisplayPage,
  base: Base,
  looks: PictureLooks,
  lang: string,
  find: FindImage,
): string | null {
  const { width, height, tiles: tile } = looks;
  if (!tile || !measuring) return null;
  Object.assign(measuring, { lang, textRendering: 'geometricPrecision', textAlign: 'start' });
  const groups = paintedGroups(page.groups, base.groups);
  const areas = changedAreas(measuring, base.groups, groups);
  if (!areas) return null;
  const parts = coveringTiles(areas, page.viewBox, { width, height, tile });
  if (parts.length === 0) return `${base.id}||`;
  const stripWidth = Math.max(...parts.map((part) => part.width)) * tile.width;
  const stripHeight = parts.reduce((sum, part) => sum + part.height, 0) * tile.height;
  if (2 * stripWidth * stripHeight > width * height || stripHeight > MAX_SIDE) return null;

  const common = commonGroups(page);
  const backdrop = backdropOf(page, page.groups.slice(0, common), plain(looks), find);
  strip ??= newSurface({ ...looks, width: stripWidth, height: stripHeight });
  const { canvas, context } = strip;
  canvas.width = stripWidth; // also clears it, and sets the context back
  canvas.height = stripHeight;
  Object.assign(context, { lang });
  const written = groups.slice(common);
  let top = 0;
  for (const part of parts) {
    const [x, y] = [part.x * tile.width, part.y * tile.height];
    const size = {
      width: Math.min(part.width * tile.width, width - x),
      height: Math.min(part.height * tile.height, height - y),
    };
    context.save();
    context.translate(-x, top - y);
    context.beginPath();
    context.rect(x, y, size.width, size.height);
    context.clip();
    context.drawImage(backdrop.canvas, 0, 0);
    const area = pageArea({ x, y, ...size }, looks, page.viewBox);
    const touching = written.filter((group) =>
      group.bounds(measuring).some((bounds) => !bounds || overlap(bounds, area)),
    );
    paint(context, looks, page, touching, find);
    context.restore();
    extendEdges(strip, { x: 0, y: top, ...size }, part, tile);
    top += part.height * tile.height;
  }
  const where = parts.map((part) => [part.x, part.y, part.width, part.height].join()).join(';');
  return `${base.id}|${where}|${base64(canvas, looks)}`;
}

/** A slightly enlarged part of the image, in px of the page. */
function pageArea({ x, y, width, height }: Rect, looks: Looks, viewBox: Rect): Rect {
  const scale = { x: viewBox.width / looks.width, y: viewBox.height / looks.height };
  return {
    x: viewBox.x + (x - 2) * scale.x,
    y: viewBox.y + (y - 2) * scale.y,
    width: (width + 4) * scale.x,
    height: (height + 4) * scale.y,
  };
}

/** Repeats the last px of an image up to the end of its last tiles, as JPEG encoders do. */
function extendEdges(
  { canvas, context }: Surface,
  { x, y, width, height }: Rect,
  part: Rect,
  tile: { width: number; height: number },
): void {
  const [right, below] = [part.width * tile.width - width, part.height * tile.height - height];
  context.imageSmoothingEnabled = false;
  if (right > 0) context.drawImage(canvas, x + width - 1, y, 1, height, x + width, y, right, height);
  if (below > 0)
    context.drawImage(canvas, x, y + height - 1, width + right, 1, x, y + height, width + right, below);
  context.imageSmoothingEnabled = true;
}

/** What a complete image depends on. */
export const plain = ({ width, height, format, quality, transparent }: PictureLooks): Looks => ({
  width,
  height,
  format,
  quality,
  transparent,
});

/**
 * Pictures a page by its difference from the last whole picture of the same design, `<id>|<x,y,width,height;…>|<strip>`, or as a whole,
 * `<id>|<picture>`.
 */
export function shootTiled(
  job: PrintJob,
  page: DisplayPage,
  looks: PictureLooks,
  id: string,
  find: FindImage,
): string {
  const whole = plain(looks);
  const key = JSON.stringify([whole, page.viewBox, job.design, job.lang, job.fonts]);
  const base = bases.get(key);
  const changes = base && base.id !== looks.tiles?.lost && shootChanges(page, base, looks, job.lang, find);
  if (changes) return changes;
  const picture = shoot(page, whole, job.lang, find);
  bases.set(key, { id, groups: paintedGroups(page.groups) });
  return `${id}|${picture}`;
}
