import type { DesignSize, Orientation, PageShape } from './base';

export type Box = { width: number; height: number };

type SizeFacts = {
  /** Design pixels, landscape. */
  screen: Box;
  /** The pixels of an image for print (300 dpi, with bleed if the size has one), landscape. */
  print: Box;
  /** The trimmed paper in CSS lengths, landscape. */
  paper: { width: number; height: number; unit: 'in' | 'mm' | 'px' };
  /** The bleed on each side in print mode. */
  bleedMm: number;
};

export const SIZES: Readonly<Record<DesignSize, SizeFacts>> = {
  'us-letter': {
    screen: { width: 1056, height: 816 },
    print: { width: 3418, height: 2668 },
    paper: { width: 11, height: 8.5, unit: 'in' },
    bleedMm: 5,
  },
  a4: {
    screen: { width: 1123, height: 794 },
    print: { width: 3626, height: 2598 },
    paper: { width: 297, height: 210, unit: 'mm' },
    bleedMm: 5,
  },
  a8: {
    screen: { width: 280, height: 197 },
    print: { width: 874, height: 614 },
    paper: { width: 74, height: 52, unit: 'mm' },
    bleedMm: 0,
  },
  badge: {
    screen: { width: 600, height: 600 },
    print: { width: 1875, height: 1875 },
    paper: { width: 600, height: 600, unit: 'px' },
    bleedMm: 0,
  },
};

const MM_PER_UNIT = { mm: 1, in: 25.4, px: 25.4 / 96 } as const;

function turned(box: Box, orientation: Orientation): Box {
  return orientation === 'portrait' ? { width: box.height, height: box.width } : box;
}

/** Whether an image is a vector image, which is sharp at any size. */
export const isVector = (url: string) => /\.svg(?:\?|$)/i.test(url);

/** Returns the page in design pixels. */
export function pageBox(design: PageShape): Box {
  return turned(SIZES[design.size].screen, design.orientation);
}

/** Returns the pixels that a background image needs for a sharp print. */
export function printBox(design: PageShape): Box {
  return turned(SIZES[design.size].print, design.orientation);
}

export type PaperSize = { /** CSS lengths */ width: string; height: string /** CSS px */; px: Box };

/** Returns the exact paper size, including the bleed on all sides if requested. */
export function paperSize(design: PageShape, withBleed: boolean): PaperSize {
  const { paper, bleedMm } = SIZES[design.size];
  const perUnit = MM_PER_UNIT[paper.unit];
  const extra = withBleed ? (2 * bleedMm) / perUnit : 0;
  const box = turned({ width: paper.width + extra, height: paper.height + extra }, design.orientation);
  const css = (length: number) => `${Number(length.toFixed(5))}${paper.unit}`;
  const px = (length: number) => (length * perUnit * 96) / 25.4;
  return {
    width: css(box.width),
    height: css(box.height),
    px: { width: px(box.width), height: px(box.height) },
  };
}

/** Returns the bleed on each side in design pixels, which are not quite square on a4 and a8. */
export function bleedPx(design: PageShape): { x: number; y: number } {
  const { paper, bleedMm } = SIZES[design.size];
  const page = pageBox(design);
  const sheet = turned(paper, design.orientation);
  const bleed = bleedMm / MM_PER_UNIT[paper.unit];
  return { x: (bleed * page.width) / sheet.width, y: (bleed * page.height) / sheet.height };
}

/** Returns the box of a square of this many design px, in percent of the page. */
export function pxBox(px: number, design: PageShape): Box {
  const page = pageBox(design);
  return { width: (px / page.width) * 100, height: (px / page.height) * 100 };
}
