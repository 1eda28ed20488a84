import type { Box } from '../primitives/sizes';
import type { Rect } from './display';
import { fitPicture, type ImageFit } from './image';

const CSS_DPI = 96;

/** From this resolution on a printed picture looks sharp to most. */
export const SHARP_DPI = 200;

/** How many of its pixels a picture has for each printed inch. */
export function printedDpi(picture: Box, frame: Rect, fit: ImageFit): number {
  const drawn = fitPicture(picture, frame, fit);
  return CSS_DPI * Math.min(picture.width / drawn.width, picture.height / drawn.height);
}
