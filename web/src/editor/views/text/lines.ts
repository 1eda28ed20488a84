import { layoutLines } from '../../core/blocks/text/layout';
import { textRun } from '../../core/blocks/text/run';
import type { TextBlock } from '../../core/document/types';
import type { Face } from '../../core/fonts/face';
import { bundledFonts } from '../../core/fonts/registry';
import { blockText } from '../../core/layout/tags';
import { blockFrame } from '../../core/page/frame';
import { pageBox } from '../../core/primitives/sizes';
import type { Assets } from '../assets/assets';

/** A line to edit: its range of the text and its position, in px of the page relative to the block's frame. */
export type EditLine = {
  start: number;
  end: number;
  /** Whether it starts a paragraph; otherwise the layout wrapped it. */
  hard: boolean;
  /** The distance from the start side of the frame, which is the right side in right-to-left text. */
  inset: number;
  wordSpacing: number;
};

/** The text of a block as the canvas paints it, line by line. */
export type EditLines = {
  text: string;
  lines: readonly EditLine[];
  frame: { x: number; y: number; width: number; height: number };
  /** From the top of the frame to the first line. */
  top: number;
  lineHeight: number;
  size: number;
  dir: 'ltr' | 'rtl';
  face: Face;
  /** Tags in the text whose attributes no longer exist. */
  gone?: readonly string[];
};

/** Lays out the text of a block for editing, with the layout used for painting. */
export function editLines(block: TextBlock, { lang, measure, ...page }: Assets): EditLines {
  const frame = blockFrame(block, pageBox(page));
  const run = textRun(block, undefined, lang, bundledFonts);
  const text = blockText({ model: block.model }, undefined, lang);
  const laid = layoutLines(block, run, { frame, measure });
  const place = (shown: number) => placeInWords(text, shown, block.uppercase ? run.text : text, lang);
  const lines = laid.lines.map((line, index): EditLine => {
    const before = laid.lines[index - 1];
    const { left, width, wordSpacing } = line;
    return {
      start: place(line.start),
      end: place(line.end),
      hard: !before || before.end < line.start,
      inset: laid.dir === 'rtl' ? frame.x + frame.width - left - width : left - frame.x,
      wordSpacing,
    };
  });
  const top = (laid.lines[0]?.baseline ?? frame.y) - laid.ascent - frame.y;
  const { size, lineHeight, dir } = laid;
  return { text, lines, frame, top, lineHeight, size, dir, face: run.face };
}

/** Converts an offset in the displayed text to one in the stored text. Upper case may be longer, as in "Straße". */
function placeInWords(words: string, shown: number, all: string, lang: string): number {
  if (words.length === all.length) return shown;
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const upper = blockText({ model: words.slice(0, middle), uppercase: true }, undefined, lang);
    if (upper.length >= shown) high = middle;
    else low = middle + 1;
  }
  return low;
}
