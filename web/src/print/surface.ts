import type { DisplayGroup, DisplayItem, DisplayPage } from '../editor/core/layout/display';
import { type FindImage, paintCanvas } from '../editor/core/paint/canvas';
import { Recent } from './recent';

/** How to picture a page. Where it is not transparent, the paper is white. */
export type Looks = {
  /** In px of the picture. */
  width: number;
  height: number;
  format: 'jpeg' | 'png';
  /** Of a JPEG: 1 to 100. */
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

/** Pages painted as far as others read the same: a full-page picture takes longer than everything else on a page. */
const backdrops = new Recent<Surface>(3);
/** What pages are painted on: the memory of a new canvas takes as long as a picture. */
const surfaces = new Recent<Surface>(3);

/** Whether groups paint the same wherever they read the same: fonts and codes are more than what is written of them. */
function isPlain({ items }: DisplayGroup): boolean {
  return items.every(({ kind }) => kind !== 'line' && kind !== 'code');
}

/** Paints groups of a page where a picture has them. */
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

/** Everything below what is written, painted once for all pages that have it in common. */
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

/** How many groups of a page are below everything that is written on it. */
export function commonGroups({ groups }: DisplayPage): number {
  const written = groups.findIndex((group) => !isPlain(group));
  return written < 0 ? groups.length : written;
}

export function base64(canvas: HTMLCanvasElement, { format, quality }: Looks): string {
  const address = canvas.toDataURL(`image/${format}`, quality / 100);
  return address.slice(address.indexOf(',') + 1);
}

/** Paints what is written on a page over what it has in common with others, and gives the picture in base64. */
export function shoot(page: DisplayPage, looks: Looks, lang: string, find: FindImage): string {
  const common = commonGroups(page);
  const backdrop = backdropOf(page, page.groups.slice(0, common), looks, find);
  const key = [looks.width, looks.height, looks.transparent].join();
  const surface = surfaces.get(key) ?? newSurface(looks);
  surfaces.set(key, surface);
  const { canvas, context } = surface;
  // The canvas stands in no page that could tell the language of its letters.
  Object.assign(context, { lang });
  context.globalCompositeOperation = 'copy';
  context.drawImage(backdrop.canvas, 0, 0);
  context.globalCompositeOperation = 'source-over';
  paint(context, looks, page, page.groups.slice(common), find);
  return base64(canvas, looks);
}
