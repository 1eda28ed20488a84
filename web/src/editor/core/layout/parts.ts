import bidiFactory, { type Bidi } from 'bidi-js';
import { type Direction, hasRtlLetters, withoutIsolates } from './locale';

/** A part of a line that is shaped separately, and its direction. */
export type Part = { text: string; dir: Direction };

/** Scripts whose fonts draw digits, brackets and quotation marks differently from fonts of other scripts. */
const SQUARE =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Bopomofo}\\u3000-\\u30ff\\uff00-\\uffef';
const HAS_SQUARE = new RegExp(`[${SQUARE}]`, 'u');
/** Matches runs of spaces, of full-width characters and of others: a canvas shapes each run separately. */
const TOKEN = new RegExp(`[ \\t\\u200b]+|[${SQUARE}]+|[^ \\t\\u200b${SQUARE}]+`, 'gu');
const SPACES = /^[ \t\u200b]+$/;
const LETTER = /[^\p{Script=Common}\p{Script=Inherited}]/u;

/** Latin-1 text, which Chromium stores in 8 bits. */
const LATIN_1 = /^[\0-\xff]*$/;

/**
 * Returns the text that a canvas measures and paints for a part. Chromium shapes 8-bit text as Latin. Right-to-left SVG text
 * always has 16 bits, even for a single bracket; a right-to-left mark does the same for a canvas.
 */
export function canvasText({ text, dir }: Part): string {
  return dir === 'rtl' && LATIN_1.test(text) ? `${text}\u200f` : text;
}

let algorithm: Bidi | undefined;

type Run = { text: string; level: number };

/** Splits a text into runs of one embedding level, in logical order. */
function levelRuns(text: string, dir: Direction): Run[] {
  if (dir === 'ltr' && !hasRtlLetters(text)) return [{ text, level: 0 }];
  algorithm ??= bidiFactory();
  const { levels } = algorithm.getEmbeddingLevels(text, dir);
  const runs: Run[] = [];
  let start = 0;
  for (let at = 1; at <= text.length; at++) {
    if (at < text.length && levels[at] === levels[start]) continue;
    runs.push({ text: text.slice(start, at), level: levels[start] ?? 0 });
    start = at;
  }
  return runs;
}

/**
 * Separates words that consist of symbols and digits from words with letters. Spaces belong to the preceding word or, if there
 * is none, to the following one.
 */
function byLetters({ text, level }: Run): Run[] {
  const parts: (Run & { letters: boolean })[] = [];
  for (const [token] of text.matchAll(TOKEN)) {
    const last = parts.at(-1);
    const letters = LETTER.test(token);
    if (last && SPACES.test(last.text)) Object.assign(last, { text: last.text + token, letters });
    else if (last && (SPACES.test(token) || last.letters === letters)) last.text += token;
    else parts.push({ text: token, level, letters });
  }
  return parts;
}

/** Sorts runs from left to right, by rule L2 of the Unicode bidirectional algorithm. */
function inVisualOrder(runs: Run[]): Run[] {
  const ordered = [...runs];
  const highest = Math.max(...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end++;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end;
    }
  }
  return ordered;
}

/**
 * Splits a line into parts, from left to right, that canvas and SVG shape alike. Fonts may draw digits and symbols depending on
 * the script of adjacent letters. SVG takes that script from the whole line, but a canvas only from the same word and
 * direction, so text without a script of its own becomes a separate part. `everywhere` is for fonts that also do so in Latin
 * text.
 */
export function partsOf(text: string, dir: Direction, everywhere: boolean): Part[] {
  if (!everywhere && dir === 'ltr' && !hasRtlLetters(text) && !HAS_SQUARE.test(text)) return [{ text, dir }];
  const runs = levelRuns(text, dir).map((run) => ({ ...run, text: withoutIsolates(run.text) }));
  return inVisualOrder(runs.flatMap(byLetters)).map((run) => ({
    text: run.text,
    dir: run.level % 2 === 1 ? 'rtl' : 'ltr',
  }));
}
