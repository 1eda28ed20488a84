import type { Face } from '../fonts/face';

/** Font measurements in em, so that they hold at every size. */
export type Measure = {
  width(face: Face, text: string): number;
  /** The first family's own box around the baseline. */
  box(face: Face): { ascent: number; descent: number };
};

/** Width of a text in em, with its face already chosen. */
export type WidthOf = (text: string) => number;

const cluster = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Graphemes are the smallest pieces a line may be cut into. */
export function graphemes(text: string): string[] {
  return Array.from(cluster.segment(text), (part) => part.segment);
}
