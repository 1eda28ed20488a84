import bidiFactory, { type Bidi } from 'bidi-js';
import { type Direction, hasRtlLetters, withoutIsolates } from './locale';

/** A part of a line that is shaped by itself, and the direction in which it is set. */
export type Part = { text: string; dir: Direction };

/** Scripts whose fonts draw digits, brackets and quotation marks differently from those of other scripts. */
const SQUARE =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Bopomofo}\\u3000-\\u30ff\\uff00-\\uffef';
const HAS_SQUARE = new RegExp(`[${SQUARE}]`, 'u');
/** Runs of spaces, of characters set on squares, and of others: where a canvas begins to shape anew. */
const TOKEN = new RegExp(`[ \\t\\u200b]+|[${SQUARE}]+|[^ \\t\\u200b${SQUARE}]+`, 'gu');
const SPACES = /^[ \t\u200b]+$/;
const LETTER = /[^\p{Script=Common}\p{Script=Inherited}]/u;

/** Latin-1 text, which Chromium keeps in 8 bits. */
const LATIN_1 = /^[\0-\xff]*$/;

/**
 * What a canvas measures and paints for a part. Chromium shapes text of 8 bits as Latin; SVG text from right to left has 16 bits
 * even when it is a bracket alone, and a mark of direction gives a canvas the same.
 */
export function canvasText({ text, dir }: Part): string {
  return dir === 'rtl' && LATIN_1.test(text) ? `${text}\u200f` : text;
}

let algorithm: Bidi | undefined;

type Run = { text: string; level: number };

/** The stretches of one embedding level, in logical order. */
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

/** Sets words of nothing but signs and digits apart from words with letters; spaces belong to the word before, or else after. */
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

/** From left to right, by rule L2 of the bidirectional algorithm. */
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
 * Splits a line into parts that a canvas and SVG shape alike, from left to right. A font may draw digits and signs by the
 * script of the letters beside them. SVG takes that script from the whole line, a canvas from the same word and direction only,
 * so what has no script of its own stands in a part of its own. `everywhere` is for fonts that also do so in Latin text.
 */
export function partsOf(text: string, dir: Direction, everywhere: boolean): Part[] {
  if (!everywhere && dir === 'ltr' && !hasRtlLetters(text) && !HAS_SQUARE.test(text)) return [{ text, dir }];
  const runs = levelRuns(text, dir).map((run) => ({ ...run, text: withoutIsolates(run.text) }));
  return inVisualOrder(runs.flatMap(byLetters)).map((run) => ({
    text: run.text,
    dir: run.level % 2 === 1 ? 'rtl' : 'ltr',
  }));
}
