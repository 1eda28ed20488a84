import { fillTags } from '../../layout/tags';
import { pxBox } from '../../primitives/sizes';
import type { BlockKind } from '../kind';
import { newQrBlock, QR_DEFAULTS, type QrBlock, qrPixels, smallestQr } from './block';
import { layoutQr } from './layout';

/** The content of a new code. */
const CONTENT = '[credential.url]';

export const qr: BlockKind<QrBlock> = {
  needs: 'qr_code',
  content: ['qr_code'],
  place: ['pixel_width', 'pixel_height'],
  create: (page) => newQrBlock(CONTENT, page),
  words: (block) => block.qr_code,
  smallest: (page) => pxBox(smallestQr(page), page),
  follow: qrPixels,
  keepsPixels: true,
  keepsShape: () => 'always',
  ground: ({ background_color }) => background_color ?? QR_DEFAULTS.background_color,
  layout: (block, { frame, values, lang }) => {
    const items = layoutQr(block, fillTags(block.qr_code, values, lang), frame);
    return { role: 'decoration', items: items ?? [], warnings: items ? [] : ['bad_qr'] };
  },
};
