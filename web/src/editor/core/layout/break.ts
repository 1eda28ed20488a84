import LineBreaker from 'linebreak';
import { safeLocale } from './locale';
import { graphemes, type WidthOf } from './measure';

export type BrokenLine = {
  text: string;
  /** The range of the text on this line, including the spaces that hang past its end. */
  start: number;
  end: number;
  /** Whether this is the last line of its paragraph, which is never justified. */
  last: boolean;
  /** Whether a word was split because it is wider than the line. */
  cut: boolean;
};

/** Scripts without spaces between words, for which UAX 14 requires a dictionary. */
const DICTIONARY_RUN = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/** The tolerance for rounding differences between measured and painted text. */
const EPSILON_EM = 0.002;

/** Returns the indexes at which a paragraph may be broken. The last one is its end. */
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

/** Returns a line as it is painted: without hanging spaces, and with a hyphen only if a soft hyphen broke the line. */
function painted(text: string, isEnd: boolean): string {
  const line = text.trimEnd();
  if (!line.includes('\u00ad')) return line;
  const hyphen = !isEnd && line.endsWith('\u00ad') ? '-' : '';
  return line.replaceAll('\u00ad', '') + hyphen;
}

/** Returns the number of graphemes that fit, at least one. */
function fittingGraphemes(parts: string[], width: number, widthOf: WidthOf): number {
  let [low, high] = [1, parts.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (widthOf(parts.slice(0, middle).join('')) <= width) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * A text prepared for line breaking at any width. Break positions are computed once, on first use. Text that is shrunk to fit
 * is broken at many widths, mostly into the same lines, so the widths of its parts are cached.
 */
export type Paragraph = {
  text: string;
  offset: number;
  positions: () => readonly number[];
  widths: Map<number, number>;
};

/** Splits a text into paragraphs at `\n`. */
export function paragraphsOf(text: string, lang: string): Paragraph[] {
  let offset = 0;
  return text.split('\n').map((paragraph) => {
    let positions: readonly number[] | undefined;
    const begin = offset;
    offset += paragraph.length + 1;
    return {
      text: paragraph,
      offset: begin,
      widths: new Map(),
      positions: () => {
        positions ??= breakPositions(paragraph, lang);
        return positions;
      },
    };
  });
}

/** Returns the last break position at which a line still fits, or the first one if none does. The search starts at `guess`. */
function furthest(places: readonly number[], from: number, guess: number, fits: (end: number) => boolean) {
  let at = from;
  while (at + 1 < places.length && (places[at + 1] ?? 0) <= guess) at++;
  while (at > from && !fits(places[at] ?? 0)) at--;
  while (at + 1 < places.length && fits(places[at + 1] ?? 0)) at++;
  return at;
}

function breakParagraph(
  { text, offset, positions, widths }: Paragraph,
  width: number,
  widthOf: WidthOf,
): BrokenLine[] {
  const lines: BrokenLine[] = [];
  const room = width + EPSILON_EM;
  const add = (from: number, to: number, { last, cut }: Pick<BrokenLine, 'last' | 'cut'>) => {
    lines.push({
      text: painted(text.slice(from, to), last || cut),
      start: offset + from,
      end: offset + to,
      last,
      cut,
    });
  };
  const widthBetween = (from: number, to: number) => {
    const place = from * (text.length + 1) + to;
    const width = widths.get(place) ?? widthOf(painted(text.slice(from, to), false));
    widths.set(place, width);
    return width;
  };
  const whole = widthBetween(0, text.length);
  if (whole <= room) {
    add(0, text.length, { last: true, cut: false });
    return lines;
  }
  const places = positions();
  let [start, from] = [0, 0];
  while (from < places.length) {
    const fits = (end: number) => widthBetween(start, end) <= room;
    const at = furthest(places, from, start + text.length * (width / whole), fits);
    const end = places[at] ?? text.length;
    const cut = fits(end) ? 0 : cutLength(text.slice(start, end).trimEnd(), room, widthOf);
    if (cut > 0) {
      add(start, start + cut, { last: false, cut: true });
      start += cut;
    } else {
      add(start, end, { last: end === text.length, cut: false });
      [start, from] = [end, at + 1];
    }
  }
  return lines;
}

/** Returns how much of a word fits on a line, in UTF-16 code units, or 0 if the word cannot be split. */
function cutLength(word: string, room: number, widthOf: WidthOf): number {
  const parts = graphemes(word);
  const count = fittingGraphemes(parts, room, widthOf);
  return count === parts.length ? 0 : parts.slice(0, count).join('').length;
}

/**
 * Breaks a text into lines no wider than `width` (em), greedily, by UAX 14 with a dictionary for Thai and related scripts. A
 * word wider than the line is split between graphemes.
 */
export function breakLines(paragraphs: readonly Paragraph[], width: number, widthOf: WidthOf): BrokenLine[] {
  return paragraphs.flatMap((paragraph) => breakParagraph(paragraph, width, widthOf));
}
