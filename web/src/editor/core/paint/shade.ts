import type { Rect } from '../layout/display';
import type { Picture } from '../layout/image';
import { fitPicture } from '../layout/image';
import { formatColor, luminance, type Rgb } from '../primitives/color';
import type { Box } from '../primitives/sizes';

/** The width in px to which an image is scaled down for reading its colours. */
const LOOKED_AT = 300;

/** Returns the colour of a part of an image that covers the page. */
export type Shades = { of(part: Rect): string | undefined };

const NONE: Shades = { of: () => undefined };

/**
 * Reads the colours of an image that covers a page. If the image or the browser does not permit it, all colours are undefined.
 */
export async function shadesOf(picture: Picture, page: Box): Promise<Shades> {
  const scale = LOOKED_AT / page.width;
  const canvas = document.createElement('canvas');
  canvas.width = LOOKED_AT;
  canvas.height = Math.round(page.height * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return NONE;
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = picture.href;
  try {
    await image.decode();
    const drawn = fitPicture(picture, { x: 0, y: 0, ...page }, 'cover');
    context.scale(scale, scale);
    context.drawImage(image, drawn.x, drawn.y, drawn.width, drawn.height);
    context.getImageData(0, 0, 1, 1);
  } catch {
    return NONE;
  }
  return { of: (part) => middleColor(context, part, scale) };
}

/** Returns the colour of median luminance in a part, or undefined if the image is mostly transparent there. */
function middleColor(context: CanvasRenderingContext2D, part: Rect, scale: number): string | undefined {
  const [x, y] = [Math.floor(part.x * scale), Math.floor(part.y * scale)];
  const [width, height] = [Math.ceil(part.width * scale), Math.ceil(part.height * scale)];
  if (width < 1 || height < 1) return undefined;
  const { data } = context.getImageData(x, y, width, height);
  const colors: string[] = [];
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) < 255) continue;
    colors.push(formatColor([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0] satisfies Rgb));
  }
  if (colors.length < data.length / 8) return undefined;
  const lights = new Map([...new Set(colors)].map((color) => [color, luminance(color)]));
  colors.sort((a, b) => (lights.get(a) ?? 0) - (lights.get(b) ?? 0));
  return colors[Math.floor(colors.length / 2)];
}
