import type { DisplayGroup, DisplayItem, DisplayPage } from '../editor/core/layout/display';
import { type FindImage, paintCanvas } from '../editor/core/paint/canvas';
import { Recent } from './recent';

/** The options of an image. The paper is white unless it is transparent. */
export type Looks = {
  /** In px of the image. */
  width: number;
  height: number;
  format: 'jpeg' | 'png' | 'webp';
  /** The quality of a JPEG or WebP, 1 to 100. */
  quality: number;
  transparent: boolean;
};

export type Surface = { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D };

export function newSurface({ width, height, transparent }: Looks): Surface {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { alpha: transparent, willReadFrequently: true });
  if (!context) throw new Error('no canvas to paint on');
  return { canvas, context };
}

/** Pages whose common part is already painted, as an image of the whole page is the most expensive part. */
const backdrops = new Recent<Surface>(3);
/** The canvases for painting. Allocating a new one takes as long as an image. */
const surfaces = new Recent<Surface>(3);

/** Whether groups with equal text also have equal paint. Fonts and codes are not part of the text. */
function isPlain({ items }: DisplayGroup): boolean {
  return items.every(({ kind }) => kind !== 'line' && kind !== 'code');
}

/** Paints groups of a page at their position in the image. */
export function paint(
  context: CanvasRenderingContext2D,
  { width, height }: Looks,
  { viewBox }: DisplayPage,
  groups: readonly { items: DisplayItem[] }[],
  find: FindImage,
): void {
  context.save();
  context.scale(width / viewBox.width, height / viewBox.height);
  context.translate(-viewBox.x, -viewBox.y);
  paintCanvas(
    context,
    groups.flatMap(({ items }) => items),
    find,
  );
  context.restore();
}

/** Everything below the text, painted once for all pages that share it. */
export function backdropOf(
  page: DisplayPage,
  groups: DisplayGroup[],
  looks: Looks,
  find: FindImage,
): Surface {
  const key = JSON.stringify([looks, page.viewBox, groups]);
  const known = backdrops.get(key);
  if (known) return known;
  const backdrop = newSurface(looks);
  if (!looks.transparent) {
    backdrop.context.fillStyle = 'white';
    backdrop.context.fillRect(0, 0, looks.width, looks.height);
  }
  paint(backdrop.context, looks, page, groups, find);
  backdrops.set(key, backdrop);
  return backdrop;
}

/** The number of groups below the first text of a page. */
export function commonGroups({ groups }: DisplayPage): number {
  const written = groups.findIndex((group) => !isPlain(group));
  return written < 0 ? groups.length : written;
}

export function base64(canvas: HTMLCanvasElement, { format, quality }: Looks): string {
  const address = canvas.toDataURL(`image/${format}`, quality / 100);
  return address.slice(address.indexOf(',') + 1);
}

/** Paints the text of a page over the part it shares with others, and returns the image in base64. */
export function shoot(page: DisplayPage, looks: Looks, lang: string, find: FindImage): string {
  const common = commonGroups(page);
  const backdrop = backdropOf(page, page.groups.slice(0, common), looks, find);
  const key = [looks.width, looks.height, looks.transparent].join();
  const surface = surfaces.get(key) ?? newSurface(looks);
  surfaces.set(key, surface);
  const { canvas, context } = surface;
  // The canvas is not part of a document whose language could affect its glyphs.
  Object.assign(context, { lang });
  context.globalCompositeOperation = 'copy';
  context.drawImage(backdrop.canvas, 0, 0);
  context.globalCompositeOperation = 'source-over';
  paint(context, looks, page, page.groups.slice(common), find);
  return base64(canvas, looks);
}
