import type { QrModules } from '../../../lib/qrModules';
import type { Face } from '../fonts/face';

/** A part of a line that is painted separately. `x` is its start edge, as for a line. */
export type LinePart = { text: string; x: number; dir: 'ltr' | 'rtl' };

/** A laid-out line. Painters draw it at (x, baseline) and never wrap or align text themselves. */
export type LineItem = {
  kind: 'line';
  /** The start edge of the line: left for ltr, right for rtl. */
  x: number;
  baseline: number;
  /** The measured width, including the extra space of a justified line. */
  width: number;
  size: number;
  face: Face;
  dir: 'ltr' | 'rtl';
  fill: string;
  text: string;
  /** The px that are added to each space of a justified line. */
  wordSpacing: number;
  /** The parts to paint, from left to right, for lines that painters would shape differently as one text. */
  parts?: readonly LinePart[];
  blockIndex: number;
  lineIndex: number;
};

/** Returns the parts to paint. A line without parts is painted as one. */
export function paintedParts({ parts, text, x, dir }: LineItem): readonly LinePart[] {
  return parts ?? [{ text, x, dir }];
}

export type Rect = { x: number; y: number; width: number; height: number };

type Ink = { fill?: string; stroke?: string; strokeWidth?: number };

export type RectItem = Rect & Ink & { kind: 'rect'; radius?: number };
export type EllipseItem = Ink & { kind: 'ellipse'; cx: number; cy: number; rx: number; ry: number };
export type PathItem = { kind: 'path'; d: string; fill: string };
/** A QR code. `x` and `y` are the corner of its first module. */
export type CodeItem = { kind: 'code'; modules: QrModules; x: number; y: number; step: number; fill: string };

/** `draw` is the box of the whole image, `clip` the visible part. */
export type ImageItem = { kind: 'image'; href: string; alt: string; draw: Rect; clip: Rect };

export type DisplayItem = LineItem | RectItem | EllipseItem | PathItem | CodeItem | ImageItem;

/** The primitives of one block. */
export type DisplayGroup = {
  /** The index of the block, or -1 for the background. */
  blockIndex: number;
  role: 'heading' | 'paragraph' | 'figure' | 'decoration';
  items: DisplayItem[];
};

export type WarningCode = 'shrunk' | 'overflow' | 'missing_image' | 'missing_glyph' | 'bad_qr';
export type LayoutWarning = { blockIndex: number; code: WarningCode };

/** The layout of one block or of the background. */
export type Laid = { items: DisplayItem[]; role: DisplayGroup['role']; warnings?: WarningCode[] };

export type DisplayPage = {
  /** The visible area in design px: the page, plus the bleed in print mode. */
  viewBox: Rect;
  groups: DisplayGroup[];
  warnings: LayoutWarning[];
};
