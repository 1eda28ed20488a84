import { formatPercent, parsePercent } from '../model/percent';
import { type Box, pageBox } from '../model/sizes';
import type { Block, DesignDocument, QrBlock } from '../model/types';

/** A block's place in percent of the page. */
export type Frame = { left: number; top: number; width: number; height: number };

/** The smallest text block in percent of the page, and the smallest QR code in design px. */
const MIN_TEXT = 5;
const MIN_QR_PX = { a8: 105, other: 60 } as const;
const MAX_QR_PX = 1200;
/** Anything else may be as thin as this, in design px, and still be found again. */
const MIN_OTHER_PX = 2;
const MAX_PERCENT = 200;

export function frameOf(block: Block): Frame {
  const width = parsePercent(block.image_width);
  const left = block.kind === 'text' && block.center ? (100 - width) / 2 : parsePercent(block.left);
  return { left, top: parsePercent(block.top), width, height: parsePercent(block.image_height) };
}

/** The smallest width and height a block may have, in percent of the page. */
export function smallestFrame(block: Block, design: DesignDocument): Box {
  const page = pageBox(design);
  const percent = (px: number) => ({ width: (px / page.width) * 100, height: (px / page.height) * 100 });
  if (block.kind === 'text') return { width: MIN_TEXT, height: MIN_TEXT };
  if (block.kind === 'qr') return percent(smallestQr(design));
  return percent(MIN_OTHER_PX);
}

/** The smallest side of a QR code that scans in print, in design px. */
export function smallestQr(design: Pick<DesignDocument, 'size'>): number {
  return design.size === 'a8' ? MIN_QR_PX.a8 : MIN_QR_PX.other;
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** Puts a block into a frame, which grows to the block's minimum. Percents are written with four decimals. */
export function withFrame<B extends Block>(block: B, frame: Frame, design: DesignDocument): B {
  const smallest = smallestFrame(block, design);
  const width = clamp(frame.width, smallest.width, MAX_PERCENT);
  const height = clamp(frame.height, smallest.height, MAX_PERCENT);
  const placed = {
    ...block,
    left: formatPercent(frame.left),
    top: formatPercent(frame.top),
    image_width: formatPercent(width),
    image_height: formatPercent(height),
  };
  return placed.kind === 'qr' ? { ...placed, ...qrPixels(placed, design) } : placed;
}

/** A QR code's size in px follows its frame. */
function qrPixels(block: QrBlock, design: DesignDocument): Pick<QrBlock, 'pixel_width' | 'pixel_height'> {
  const page = pageBox(design);
  const px = (percent: string, whole: number) =>
    clamp(Number(((parsePercent(percent) / 100) * whole).toFixed(2)), smallestQr(design), MAX_QR_PX);
  return {
    pixel_width: px(block.image_width, page.width),
    pixel_height: px(block.image_height, page.height),
  };
}

/** The smallest frame around all of these. */
export function around(frames: readonly Frame[]): Frame {
  const left = Math.min(...frames.map((frame) => frame.left));
  const top = Math.min(...frames.map((frame) => frame.top));
  return {
    left,
    top,
    width: Math.max(...frames.map((frame) => frame.left + frame.width)) - left,
    height: Math.max(...frames.map((frame) => frame.top + frame.height)) - top,
  };
}

/** Whether two frames share any area. */
export function overlaps(a: Frame, b: Frame): boolean {
  return (
    a.left < b.left + b.width &&
    b.left < a.left + a.width &&
    a.top < b.top + b.height &&
    b.top < a.top + a.height
  );
}
