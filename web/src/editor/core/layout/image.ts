import type { Box } from '../primitives/sizes';
import type { ImageItem, Laid, Rect } from './display';

/** A loaded image: its URL for painters and its size in image pixels. */
export type Picture = Box & { href: string };

export type ImageFit = 'contain' | 'cover' | 'fill';

/** Style fields that all blocks with an image share. */
export type PictureLooks = { alt?: string; fit?: ImageFit };

export const PICTURE_DEFAULTS = { fit: 'contain', alt: '' } as const;

/** Computes the same as CSS object-fit: the image keeps its aspect ratio unless `fit` is 'fill'. */
export function fitPicture(picture: Box, frame: Rect, fit: ImageFit): Rect {
  if (fit === 'fill' || picture.width === 0 || picture.height === 0) return frame;
  const scales = [frame.width / picture.width, frame.height / picture.height] as const;
  const scale = fit === 'cover' ? Math.max(...scales) : Math.min(...scales);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return {
    x: frame.x + (frame.width - width) / 2,
    y: frame.y + (frame.height - height) / 2,
    width,
    height,
  };
}

export function layoutImage(picture: Picture, frame: Rect, fit: ImageFit, alt: string): ImageItem {
  const draw = fitPicture(picture, frame, fit);
  return { kind: 'image', href: picture.href, alt, draw, clip: fit === 'cover' ? frame : draw };
}

/** Lays out an image in its frame. A missing image leaves its frame empty and adds a warning. */
export function layPicture(
  pictures: ReadonlyMap<string, Picture>,
  url: string,
  frame: Rect,
  { fit = PICTURE_DEFAULTS.fit, alt = PICTURE_DEFAULTS.alt }: PictureLooks,
): Laid {
  const role = alt === '' ? 'decoration' : 'figure';
  if (url === '') return { items: [], role };
  const picture = pictures.get(url);
  if (!picture) return { items: [], role, warnings: ['missing_image'] };
  return { items: [layoutImage(picture, frame, fit, alt)], role };
}
