import { inkedShape, insideOf, isHollow, STROKE_WIDTH } from '../../layout/shape';
import { pxBox } from '../../primitives/sizes';
import { type BlockKind, THINNEST_PX } from '../kind';
import { type EllipseBlock, newEllipseBlock } from './block';

export const ellipse: BlockKind<EllipseBlock> = {
  create: newEllipseBlock,
  smallest: (page) => pxBox(THINNEST_PX, page),
  hollow: isHollow,
  ground: insideOf,
  measured: { stroke_width: STROKE_WIDTH },
  layout: (block, { frame }) => {
    const { x, y, width, height, ink } = inkedShape(block, frame);
    const [rx, ry] = [width / 2, height / 2];
    return { role: 'decoration', items: [{ kind: 'ellipse', cx: x + rx, cy: y + ry, rx, ry, ...ink }] };
  },
};
