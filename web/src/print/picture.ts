import type { DisplayGroup, DisplayPage } from '../editor/layout/display';
import { type FindImage, paintCanvas } from '../editor/paint/canvas';
import { readJob } from './job';
import { Recent } from './recent';
import { layPages } from './render';

/** How to picture a page. Where it is not transparent, the paper is white. */
export type PictureLooks = {
  /** In px of the picture. */
  width: number;
  height: number;
  format: 'jpeg' | 'png';
  /** Of a JPEG: 1 to 100. */
  quality: number;
  transparent: boolean;
};

/** Files that pages showed lately: most designs show the same on every page. */
const files = new Recent<HTMLImageElement>(8);

async function load(href: string): Promise<HTMLImageElement> {
  const known = files.get(href);
  if (known) return known;
  const image = new Image();
  // A canvas with a picture of another host cannot be read, unless that host allows it.
  image.crossOrigin = 'anonymous';
  image.src = href;
  await image.decode();
  if (image.naturalWidth === 0) throw new Error('the picture has no size');
  files.set(href, image);
  return image;
}

/** Whether groups paint the same wherever they read the same: fonts and codes are more than what is written of them. */
function isPlain({ items }: DisplayGroup): boolean {
  return items.every(({ kind }) => kind !== 'line' && kind !== 'code');
}

type Surface = { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D };

function newSurface({ width, height, transparent }: PictureLooks): Surface {
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

function paint(
  { context, canvas }: Surface,
  { viewBox }: DisplayPage,
  groups: DisplayGroup[],
  find: FindImage,
): void {
  context.save();
  context.scale(canvas.width / viewBox.width, canvas.height / viewBox.height);
  context.translate(-viewBox.x, -viewBox.y);
  paintCanvas(
    context,
    groups.flatMap(({ items }) => items),
    find,
  );
  context.restore();
}

function backdropOf(
  page: DisplayPage,
  groups: DisplayGroup[],
  looks: PictureLooks,
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
  paint(backdrop, page, groups, find);
  backdrops.set(key, backdrop);
  return backdrop;
}

/** Paints what is written on a page over what it has in common with others, and gives the picture in base64. */
function shoot(page: DisplayPage, looks: PictureLooks, lang: string, find: FindImage): string {
  const written = page.groups.findIndex((group) => !isPlain(group));
  const common = written < 0 ? page.groups.length : written;
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
  paint(surface, page, page.groups.slice(common), find);
  const address = canvas.toDataURL(`image/${looks.format}`, looks.quality / 100);
  return address.slice(address.indexOf(',') + 1);
}

/** Pictures the only page of a job. */
export async function picture(input: unknown, looks: PictureLooks): Promise<string> {
  const job = readJob(input);
  const images = new Map<string, HTMLImageElement>();
  const { pages } = await layPages(job, async (href) => {
    const image = await load(href);
    images.set(href, image);
    return { href, width: image.naturalWidth, height: image.naturalHeight };
  });
  const [page] = pages;
  if (!page) throw new Error('invalid_job: pages');
  return shoot(page, looks, job.lang, (href) => images.get(href));
}
