import { inkedShape, insideOf, isHollow, STROKE_WIDTH } from '../../layout/shape';
import { pxBox } from '../../primitives/sizes';
import { type BlockKind, THINNEST_PX } from '../kind';
import { NO_RADIUS, newRectangleBlock, type RectangleBlock } from './block';

export const rectangle: BlockKind<RectangleBlock> = {
  create: newRectangleBlock,
  smallest: (page) => pxBox(THINNEST_PX, page),
  hollow: isHollow,
  ground: insideOf,
  measured: { stroke_width: STROKE_WIDTH, radius: { without: NO_RADIUS, least: 0, most: 600 } },
  layout: (block, { frame }) => {
    const { ink, ...outline } = inkedShape(block, frame);
    const radius = Math.min(block.radius ?? NO_RADIUS, outline.width / 2, outline.height / 2);
    return { role: 'decoration', items: [{ kind: 'rect', ...outline, radius, ...ink }] };
  },
};
