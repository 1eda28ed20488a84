import type { Box } from '../primitives/sizes';
import type { Rect } from './display';
import { fitPicture, type ImageFit } from './image';

const CSS_DPI = 96;

/** The resolution from which printed images look sharp to most people. */
export const SHARP_DPI = 200;

/** Returns the resolution of a printed image, in image pixels per inch. */
export function printedDpi(picture: Box, frame: Rect, fit: ImageFit): number {
  const drawn = fitPicture(picture, frame, fit);
  return CSS_DPI * Math.min(picture.width / drawn.width, picture.height / drawn.height);
}
