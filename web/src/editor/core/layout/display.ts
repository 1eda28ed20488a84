import type { QrModules } from '../../../lib/qrModules';
import type { Face } from '../fonts/face';

/** A part of a line that is painted by itself; `x` is its start edge, as for a line. */
export type LinePart = { text: string; x: number; dir: 'ltr' | 'rtl' };

/** One laid-out line: painters put it at (x, baseline) and never wrap or align anything themselves. */
export type LineItem = {
  kind: 'line';
  /** The line's start edge: its left for ltr, its right for rtl. */
  x: number;
  baseline: number;
  /** Measured width, with the spaces of a justified line. */
  width: number;
  size: number;
  face: Face;
  dir: 'ltr' | 'rtl';
  fill: string;
  text: string;
  /** Extra px for each space of a justified line. */
  wordSpacing: number;
  /** What is painted, from left to right, where the line as one text would be shaped differently by different painters. */
  parts?: readonly LinePart[];
  blockIndex: number;
  lineIndex: number;
};

/** The parts in which a line is painted: all of it at once where it has none. */
export function paintedParts({ parts, text, x, dir }: LineItem): readonly LinePart[] {
  return parts ?? [{ text, x, dir }];
}

export type Rect = { x: number; y: number; width: number; height: number };

type Ink = { fill?: string; stroke?: string; strokeWidth?: number };

export type RectItem = Rect & Ink & { kind: 'rect'; radius?: number };
export type EllipseItem = Ink & { kind: 'ellipse'; cx: number; cy: number; rx: number; ry: number };
export type PathItem = { kind: 'path'; d: string; fill: string };
/** A QR code; `x` and `y` are the corner of its first module. */
export type CodeItem = { kind: 'code'; modules: QrModules; x: number; y: number; step: number; fill: string };

/** `draw` is where the whole picture goes, `clip` the part of it that shows. */
export type ImageItem = { kind: 'image'; href: string; alt: string; draw: Rect; clip: Rect };

export type DisplayItem = LineItem | RectItem | EllipseItem | PathItem | CodeItem | ImageItem;

/** What one block paints. */
export type DisplayGroup = {
  /** Index of the block, or -1 for the background. */
  blockIndex: number;
  role: 'heading' | 'paragraph' | 'figure' | 'decoration';
  items: DisplayItem[];
};

export type WarningCode = 'shrunk' | 'overflow' | 'missing_image' | 'missing_glyph' | 'bad_qr';
export type LayoutWarning = { blockIndex: number; code: WarningCode };

/** What one block, or the background, comes to. */
export type Laid = { items: DisplayItem[]; role: DisplayGroup['role']; warnings?: WarningCode[] };

export type DisplayPage = {
  /** The visible area in design px: the page, with the bleed in print mode. */
  viewBox: Rect;
  groups: DisplayGroup[];
  warnings: LayoutWarning[];
};
