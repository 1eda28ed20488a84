import { newSymbolBlock } from '../blocks/symbol/block';
import type { DesignSize, Orientation } from '../primitives/base';
import { newDesign } from './defaults';
import type { DesignDocument, DesignKind, HexColor } from './types';

/** The paper sizes of certificates. */
export const PAPERS = ['us-letter', 'a4', 'a8'] as const satisfies DesignSize[];
export const ORIENTATIONS = ['landscape', 'portrait'] as const satisfies Orientation[];

export type BlankPage = {
  kind: DesignKind;
  size: DesignSize;
  orientation: Orientation;
  language: string;
  /** The initial shape of a badge. Without it, the page is empty. */
  shape?: { symbol: string; name: string } | undefined;
};

const SHAPE_WIDTH = 96;
const SHAPE_COLOR: HexColor = '#1f6f4a';

/** Returns an empty design, or a badge with only its shape. */
export function blankDesign({ kind, size, orientation, language, shape }: BlankPage): DesignDocument {
  const page = { size, orientation };
  const blocks = shape
    ? [
        {
          ...newSymbolBlock(shape.symbol, page, { width: SHAPE_WIDTH }),
          name: shape.name,
          color: SHAPE_COLOR,
        },
      ]
    : [];
  return { ...newDesign(kind), ...page, language, blocks };
}
