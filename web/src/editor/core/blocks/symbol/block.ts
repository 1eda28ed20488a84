import type { BlockBase, HexColor, PageShape } from '../../primitives/base';
import { formatPercent } from '../../primitives/percent';
import { pageBox } from '../../primitives/sizes';
import { symbolField } from './paths';

/** A single-colour symbol from the built-in library. */
export type SymbolBlock = BlockBase & { kind: 'symbol'; symbol: string; color?: HexColor };

export const SYMBOL_COLOR = '#16211c';

/** Returns a symbol of a given width, in percent of the page, that is centred on a point. */
export function newSymbolBlock(
  symbol: string,
  page: PageShape,
  { width = 12, x = 50, y = 50 } = {},
): SymbolBlock {
  const box = pageBox(page);
  const field = symbolField(symbol);
  const height = (width * box.width * field.height) / field.width / box.height;
  return {
    kind: 'symbol',
    symbol,
    color: SYMBOL_COLOR,
    top: formatPercent(y - height / 2),
    left: formatPercent(x - width / 2),
    image_width: formatPercent(width),
    image_height: formatPercent(height),
  };
}
