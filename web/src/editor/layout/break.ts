import LineBreaker from 'linebreak';
import { safeLocale } from './locale';
import { graphemes, type WidthOf } from './measure';

export type BrokenLine = {
  text: string;
  /** The part of the text that stands on this line, with the spaces that hang past its end. */
  start: number;
  end: number;
  /** The last line of its paragraph, which is never justified. */
  last: boolean;
  /** A word was cut because it is wider than the line. */
  cut: boolean;
};

/** Scripts without spaces between words, which UAX 14 leaves to a dictionary. */
const DICTIONARY_RUN = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/** Measured text may differ from painted text by a rounding; a line that fits by less than this fits. */
const EPSILON_EM = 0.002;

/** The indexes after which a paragraph may be broken, the last one its end. */
export function breakPositions(text: string, lang: string): number[] {
  const positions = new Set<number>([text.length]);
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) positions.add(next.position);
  for (const run of text.matchAll(DICTIONARY_RUN)) {
    const words = new Intl.Segmenter(safeLocale(lang), { granularity: 'word' }).segment(run[0]);
    for (const word of words) if (word.index > 0) positions.add(run.index + word.index);
  }
  return [...positions].sort((a, b) => a - b);
}

/** A line as painted: spaces hang past the end, a soft hyphen shows only where it broke the line. */
function painted(text: string, isEnd: boolean): string {
  const line = text.trimEnd();
  const hyphen = !isEnd && line.endsWith('\u00ad') ? '-' : '';
  return line.replaceAll('\u00ad', '') + hyphen;
}

/** How many graphemes fit, at least one. */
function fittingGraphemes(parts: string[], width: number, widthOf: WidthOf): number {
  let [low, high] = [1, parts.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (widthOf(parts.slice(0, middle).join('')) <= width) low = middle;
    else high = middle - 1;
  }
  return low;
}

function breakParagraph(
  text: string,
  offset: number,
  width: number,
  widthOf: WidthOf,
  lang: string,
): BrokenLine[] {
  const lines: BrokenLine[] = [];
  const fits = (line: string) => widthOf(painted(line, false)) <= width + EPSILON_EM;
  const add = (from: number, to: number, rest: Pick<BrokenLine, 'text' | 'last' | 'cut'>) =>
    lines.push({ ...rest, start: offset + from, end: offset + to });
  let start = 0;
  let end = 0;
  for (const position of breakPositions(text, lang)) {
    if (end > start && !fits(text.slice(start, position))) {
      add(start, end, { text: painted(text.slice(start, end), false), last: false, cut: false });
      start = end;
    }
    while (!fits(text.slice(start, position))) {
      const parts = graphemes(text.slice(start, position).trimEnd());
      const count = fittingGraphemes(parts, width + EPSILON_EM, widthOf);
      if (count === parts.length) break;
      const piece = parts.slice(0, count).join('');
      add(start, start + piece.length, { text: painted(piece, true), last: false, cut: true });
      start += piece.length;
    }
    end = position;
  }
  add(start, text.length, { text: painted(text.slice(start), true), last: true, cut: false });
  return lines;
}

/**
 * Breaks a text into lines no wider than `width` (em), greedily, by UAX 14 with a dictionary for Thai and its
 * relatives. A word wider than the line is cut between graphemes.
 */
export function breakLines(text: string, width: number, widthOf: WidthOf, lang: string): BrokenLine[] {
  let offset = 0;
  return text.split('\n').flatMap((paragraph) => {
    const lines = breakParagraph(paragraph, offset, width, widthOf, lang);
    offset += paragraph.length + 1;
    return lines;
  });
}
