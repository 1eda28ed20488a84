import type { DisplayItem } from '../layout/display';
import { paintCanvas } from './canvas';
import { type PreviewInput, previewPage } from './preview';

/** Returns a PNG of a design as a `data:` URL, with the given width in px or the page's own size. */
export async function previewPng(input: PreviewInput, width?: number): Promise<string> {
  const { viewBox, groups } = await previewPage(input);
  const scale = (width ?? viewBox.width) / viewBox.width;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(viewBox.width * scale);
  canvas.height = Math.round(viewBox.height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas to paint on');
  // The canvas is not part of a document, so it cannot inherit the language of its text.
  Object.assign(context, { lang: input.lang });
  context.scale(scale, scale);
  context.translate(-viewBox.x, -viewBox.y);
  const items = groups.flatMap((group) => group.items);
  const pictures = await picturesOf(items, input.images);
  paintCanvas(context, items, (href) => pictures.get(href));
  return canvas.toDataURL('image/png');
}

async function picturesOf(items: readonly DisplayItem[], images: PreviewInput['images']) {
  const hrefs = new Set(items.flatMap((item) => (item.kind === 'image' ? [item.href] : [])));
  const loaded = await Promise.all(
    [...hrefs].map(async (href) => [href, await load(images?.[href] ?? href)] as const),
  );
  return new Map(loaded);
}

/** Loads an image without tainting the canvas. Returns undefined if it cannot be shown, as in every preview. */
async function load(href: string): Promise<HTMLImageElement | undefined> {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = href;
  return image.decode().then(
    () => image,
    () => undefined,
  );
}
