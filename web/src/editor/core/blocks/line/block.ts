import type { BlockBase, HexColor } from '../../primitives/base';

export type LineStyle = 'dotted' | 'dashed' | 'solid' | 'double' | 'groove' | 'ridge' | 'inset' | 'outset';

export type LineBlock = BlockBase & {
  kind: 'line';
  line_width?: number;
  line_style?: LineStyle;
  orientation?: 'horizontal' | 'vertical';
  color?: HexColor;
};

/** The defaults of optional fields. */
export const LINE_DEFAULTS = {
  line_width: 2,
  line_style: 'solid',
  orientation: 'horizontal',
  color: '#000000',
} as const;

export function newLineBlock(): LineBlock {
  return {
    kind: 'line',
    top: '48.5%',
    left: '25%',
    image_width: '50%',
    image_height: '3%',
    ...LINE_DEFAULTS,
  };
}
