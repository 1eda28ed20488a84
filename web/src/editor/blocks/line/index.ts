import { pxBox } from '../../model/sizes';
import { type BlockKind, THINNEST_PX } from '../kind';
import { type LineBlock, newLineBlock } from './block';
import { layoutLine } from './layout';

export const line: BlockKind<LineBlock> = {
  create: newLineBlock,
  place: ['orientation'],
  smallest: (page) => pxBox(THINNEST_PX, page),
  layout: (block, { frame }) => ({ role: 'decoration', items: layoutLine(block, frame) }),
};
