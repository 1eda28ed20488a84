import { type BrokenLine, breakLines, type Paragraph } from './break';
import type { WidthOf } from './measure';

/** The minimum font size. Smaller text is not readable in print, so text overflows instead. */
export const MIN_FIT_SIZE = 5;
const STEPS = 14;

export type FitInput = {
  paragraphs: readonly Paragraph[];
  size: number;
  /** The line height in em. */
  lineHeight: number;
  width: number;
  height: number;
  widthOf: WidthOf;
};

export type Fitted = { size: number; lines: BrokenLine[]; fits: boolean };

/** Lays out the text at a font size and reports whether it fits into the box without splitting words. */
export function layAt(input: FitInput, size: number): Fitted {
  const lines = breakLines(input.paragraphs, input.width / size, input.widthOf);
  // The leading above the first line and below the last line may extend beyond the box.
  const height = ((lines.length - 1) * input.lineHeight + 1) * size;
  const inHeight = height <= input.height + 0.5;
  const inWidth = lines.every((line) => !line.cut && input.widthOf(line.text) * size <= input.width + 0.5);
  return { size, lines, fits: inHeight && inWidth };
}

/** Returns the largest font size, up to the block's own, at which the text fits. The block itself is not changed. */
export function shrinkToFit(input: FitInput): Fitted {
  const full = layAt(input, input.size);
  const smallest = Math.min(MIN_FIT_SIZE, input.size);
  if (full.fits) return full;
  let best = layAt(input, smallest);
  if (!best.fits) return best;
  let [low, high] = [smallest, input.size];
  for (let step = 0; step < STEPS; step++) {
    const middle = Math.floor(((low + high) / 2) * 100) / 100;
    const tried = layAt(input, middle);
    if (tried.fits) [low, best] = [middle, tried];
    else high = middle;
  }
  return best;
}
