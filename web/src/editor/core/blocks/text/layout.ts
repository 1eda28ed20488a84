import { type BrokenLine, paragraphsOf } from '../../layout/break';
import type { DisplayItem, LineItem, LinePart, Rect, WarningCode } from '../../layout/display';
import { type Fitted, layAt, shrinkToFit } from '../../layout/fit';
import { type Direction, textDirection } from '../../layout/locale';
import type { Measure } from '../../layout/measure';
import { canvasText, type Part, partsOf } from '../../layout/parts';
import type { TextRun } from '../kind';
import { TEXT_DEFAULTS, type TextBlock } from './block';

/** The line height in em. The font's own box is used if it is taller (Arabic, Thai, some handwriting fonts). */
const LINE_HEIGHT = 1.25;
const UNDERLINE_OFFSET = 0.1;
const UNDERLINE_THICKNESS = 0.055;

type Context = { frame: Rect; blockIndex: number; measure: Measure };
export type LaidText = { items: DisplayItem[]; warnings: WarningCode[] };

function warningsOf(fitted: Fitted, wanted: number): WarningCode[] {
  const warnings: WarningCode[] = [];
  if (fitted.size < wanted) warnings.push('shrunk');
  if (!fitted.fits) warnings.push('overflow');
  return warnings;
}

type Alignment = { align: TextBlock['align']; dir: Direction; frame: Rect };

/** Returns the left edge of a line. Without an alignment, a line starts at the start side of its text direction. */
function leftEdge({ align, dir, frame }: Alignment, width: number): number {
  const start = dir === 'rtl' ? 'right' : 'left';
  const side = align === undefined || align === 'justify' ? start : align;
  if (side === 'center') return frame.x + (frame.width - width) / 2;
  return side === 'right' ? frame.x + frame.width - width : frame.x;
}

const spacesIn = (text: string) => text.split(' ').length - 1;

/** Returns the px to add to each space so that a justified line fills the frame, or 0 if the line cannot be stretched. */
function stretch(line: BrokenLine, natural: number, { align, frame }: Alignment): number {
  const spaces = spacesIn(line.text);
  if (align !== 'justify' || line.last || spaces === 0) return 0;
  return Math.max(0, (frame.width - natural) / spaces);
}

/** Places parts next to each other, starting at the left edge of their line. */
function placeParts(parts: readonly Part[], left: number, widthOf: (part: Part) => number): LinePart[] {
  let edge = left;
  return parts.map((part) => {
    const from = edge;
    edge += widthOf(part);
    return { ...part, x: part.dir === 'rtl' ? edge : from };
  });
}

function firstTop(frame: Rect, textHeight: number, align: TextBlock['vertical_align']): number {
  const free = frame.height - textHeight;
  if (align === 'middle') return frame.y + free / 2;
  return align === 'bottom' ? frame.y + free : frame.y;
}

/** A line of a block, possibly empty: its position and its part of the text. */
export type TextLine = {
  text: string;
  start: number;
  end: number;
  left: number;
  width: number;
  wordSpacing: number;
  baseline: number;
  parts: LinePart[];
};

/** The lines of a block in px of the page, at the fitted font size. */
export type TextLines = {
  lines: TextLine[];
  size: number;
  /** The distance between two baselines, and between the top of the first line and its baseline. */
  lineHeight: number;
  ascent: number;
  dir: Direction;
  warnings: WarningCode[];
};

type LinesContext = Pick<Context, 'frame' | 'measure'>;

/** Breaks the text of a block into lines, for painting and editing. */
export function layoutLines(block: TextBlock, run: TextRun, { frame, measure }: LinesContext): TextLines {
  const wanted = block.font_size ?? TEXT_DEFAULTS.font_size;
  const box = measure.box(run.face);
  const lineHeight = Math.max(LINE_HEIGHT, box.ascent + box.descent);
  const widthOf = (text: string) => measure.width(run.face, text);
  const { width, height } = frame;
  const paragraphs = paragraphsOf(run.text, run.lang);
  const input = { paragraphs, size: wanted, lineHeight, width, height, widthOf };
  const fitted = block.scale_to_fit ? shrinkToFit(input) : layAt(input, wanted);

  const { size } = fitted;
  const dir = textDirection(run.text, run.lang);
  const alignment = { align: block.align, dir, frame };
  const top = firstTop(frame, fitted.lines.length * lineHeight * size, block.vertical_align);
  const toBaseline = (lineHeight - box.ascent - box.descent) / 2 + box.ascent;

  const lines = fitted.lines.map((line, index): TextLine => {
    const { text, start, end } = line;
    const parts = partsOf(text, dir, run.face.variesByScript ?? false);
    const natural = parts.reduce((sum, part) => sum + widthOf(canvasText(part)), 0) * size;
    const wordSpacing = stretch(line, natural, alignment);
    const widthAt = (part: Part) => widthOf(canvasText(part)) * size + wordSpacing * spacesIn(part.text);
    const lineWidth = natural + wordSpacing * spacesIn(text);
    const left = leftEdge(alignment, lineWidth);
    const baseline = top + (index * lineHeight + toBaseline) * size;
    const placed = placeParts(parts, left, widthAt);
    return { text, start, end, left, width: lineWidth, wordSpacing, baseline, parts: placed };
  });
  const [ascent, leading] = [toBaseline * size, lineHeight * size];
  return { lines, size, lineHeight: leading, ascent, dir, warnings: warningsOf(fitted, wanted) };
}

/** Lays out a text block in its frame. */
export function layoutText(block: TextBlock, run: TextRun, context: Context): LaidText {
  const { lines, size, dir, warnings } = layoutLines(block, run, context);
  const fill = block.color ?? TEXT_DEFAULTS.color;
  const items = lines.flatMap((line, lineIndex): DisplayItem[] => {
    if (line.text === '') return [];
    const { text, left, width, wordSpacing, baseline, parts } = line;
    const item: LineItem = {
      kind: 'line',
      x: dir === 'rtl' ? left + width : left,
      baseline,
      width,
      size,
      face: run.face,
      dir,
      fill,
      text,
      wordSpacing,
      ...(parts.length > 1 && { parts }),
      blockIndex: context.blockIndex,
      lineIndex,
    };
    return block.underline ? [underline(item, left), item] : [item];
  });
  return { items, warnings };
}

function underline(line: LineItem, left: number): DisplayItem {
  return {
    kind: 'rect',
    x: left,
    y: line.baseline + UNDERLINE_OFFSET * line.size,
    width: line.width,
    height: UNDERLINE_THICKNESS * line.size,
    fill: line.fill,
  };
}
