import { type BrokenLine, breakLines, type Paragraph } from './break';
import type { WidthOf } from './measure';

/** Text smaller than this cannot be read in print; fitting stops here and the text overflows. */
export const MIN_FIT_SIZE = 5;
const STEPS = 14;

export type FitInput = {
  paragraphs: readonly Paragraph[];
  size: number;
  /** Line height in em. */
  lineHeight: number;
  width: number;
  height: number;
  widthOf: WidthOf;
};

export type Fitted = { size: number; lines: BrokenLine[]; fits: boolean };

/** Lays the text out at one size and says whether it stays inside the box with no word cut. */
export function layAt(input: FitInput, size: number): Fitted {
  const lines = breakLines(input.paragraphs, input.width / size, input.widthOf);
  // The space that a line height adds above the first and below the last line may stand out of the box.
  const height = ((lines.length - 1) * input.lineHeight + 1) * size;
  const inHeight = height <= input.height + 0.5;
  const inWidth = lines.every((line) => !line.cut && input.widthOf(line.text) * size <= input.width + 0.5);
  return { size, lines, fits: inHeight && inWidth };
}

/** The largest size up to the block's own at which the text fits; the block itself is never changed. */
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
