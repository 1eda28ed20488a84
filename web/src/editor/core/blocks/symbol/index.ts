import { pxBox } from '../../primitives/sizes';
import { type BlockKind, MANY, THINNEST_PX } from '../kind';
import { SYMBOL_COLOR, type SymbolBlock } from './block';
import { loadSymbols, placedPath } from './paths';

export const symbol: BlockKind<SymbolBlock> = {
  needs: 'symbol',
  content: ['symbol'],
  smallest: (page) => pxBox(THINNEST_PX, page),
  keepsShape: () => 'corners',
  load: loadSymbols,
  ground: () => MANY,
  layout: (block, { frame }) => {
    const d = placedPath(block.symbol, frame);
    const fill = block.color ?? SYMBOL_COLOR;
    if (d === undefined) return { role: 'decoration', items: [], warnings: ['missing_image'] };
    return { role: 'decoration', items: [{ kind: 'path', d, fill }] };
  },
};
