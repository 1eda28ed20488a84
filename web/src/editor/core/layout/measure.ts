import type { Face } from '../fonts/face';

/** Font measurements in em, which are valid at every font size. */
export type Measure = {
  width(face: Face, text: string): number;
  /** Returns the ascent and descent of the first family. */
  box(face: Face): { ascent: number; descent: number };
};

/** Returns the width of a text in em. The face is already chosen. */
export type WidthOf = (text: string) => number;

const cluster = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Splits a text into graphemes, the smallest pieces at which a line may be broken. */
export function graphemes(text: string): string[] {
  return Array.from(cluster.segment(text), (part) => part.segment);
}
