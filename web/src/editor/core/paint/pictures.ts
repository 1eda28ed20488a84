import type { Picture } from '../layout/image';

/** Loads and decodes an image. Rejects if it cannot be shown. */
export async function loadPicture(href: string): Promise<Picture> {
  const image = new Image();
  image.src = href;
  await image.decode();
  if (image.naturalWidth === 0) throw new Error('the picture has no size');
  return { href, width: image.naturalWidth, height: image.naturalHeight };
}
