import type { BlockBase, HexColor, PageShape } from '../../primitives/base';
import { parsePercent, pxToPercent } from '../../primitives/percent';
import { pageBox } from '../../primitives/sizes';

export type QrBlock = BlockBase & {
  kind: 'qr';
  qr_code: string;
  pixel_width?: number;
  pixel_height?: number;
  background_color?: HexColor;
  foreground_color?: HexColor;
  contrast?: number;
};

/** The defaults of optional fields. */
export const QR_DEFAULTS = {
  pixel_width: 128,
  pixel_height: 128,
  background_color: '#ffffff',
  foreground_color: '#000000',
  contrast: 21,
} as const;

const MIN_PX = { a8: 105, other: 60 } as const;
const MAX_PX = 1200;

/** Returns the smallest side of a code that can be scanned in print, in design px. */
export function smallestQr({ size }: PageShape): number {
  return size === 'a8' ? MIN_PX.a8 : MIN_PX.other;
}

export function newQrBlock(content: string, page: PageShape): QrBlock {
  const box = pageBox(page);
  return {
    kind: 'qr',
    qr_code: content,
    top: '40%',
    left: '40%',
    image_width: pxToPercent(QR_DEFAULTS.pixel_width, box.width),
    image_height: pxToPercent(QR_DEFAULTS.pixel_height, box.height),
    ...QR_DEFAULTS,
  };
}

/** Returns the code's size in px, which is derived from its frame. */
export function qrPixels(block: QrBlock, page: PageShape): Pick<QrBlock, 'pixel_width' | 'pixel_height'> {
  const box = pageBox(page);
  const px = (percent: string, whole: number) => {
    const side = Number(((parsePercent(percent) / 100) * whole).toFixed(2));
    return Math.min(Math.max(side, smallestQr(page)), MAX_PX);
  };
  return { pixel_width: px(block.image_width, box.width), pixel_height: px(block.image_height, box.height) };
}
