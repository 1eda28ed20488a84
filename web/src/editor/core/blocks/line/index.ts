import { pxBox } from '../../primitives/sizes';
import { type BlockKind, THINNEST_PX } from '../kind';
import { LINE_DEFAULTS, type LineBlock, newLineBlock } from './block';
import { layoutLine } from './layout';

export const line: BlockKind<LineBlock> = {
  create: newLineBlock,
  place: ['orientation'],
  smallest: (page) => pxBox(THINNEST_PX, page),
  measured: { line_width: { without: LINE_DEFAULTS.line_width, least: 0.1, most: 100 } },
  layout: (block, { frame }) => ({ role: 'decoration', items: layoutLine(block, frame) }),
};
