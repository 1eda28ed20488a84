import { DEFAULT_FONT } from '../../fonts/face';
import type { BlockBase, HexColor } from '../../primitives/base';

export type FontWeight = 100 | 200 | 300 | 400 | 500 | 600 | 700 | 800 | 900;
export type TextAlign = 'left' | 'center' | 'right' | 'justify';
export type VerticalAlign = 'top' | 'middle' | 'bottom';

export type TextBlock = BlockBase & {
  kind: 'text';
  model: string;
  font?: string;
  font_weight?: FontWeight;
  font_size?: number;
  color?: HexColor;
  align?: TextAlign;
  vertical_align?: VerticalAlign;
  italic?: boolean;
  underline?: boolean;
  uppercase?: boolean;
  bold?: boolean;
  scale_to_fit?: boolean;
  center?: boolean;
  role?: 'heading' | 'paragraph';
};

/** The defaults of optional fields. */
export const TEXT_DEFAULTS = {
  font: DEFAULT_FONT,
  font_size: 16,
  font_weight: 400,
  color: '#000000',
  vertical_align: 'top',
} as const;

export function newTextBlock(model: string): TextBlock {
  return {
    kind: 'text',
    model,
    top: '45%',
    left: '42.5%',
    image_width: '15%',
    image_height: '5%',
    font: TEXT_DEFAULTS.font,
    font_size: TEXT_DEFAULTS.font_size,
    font_weight: TEXT_DEFAULTS.font_weight,
    color: TEXT_DEFAULTS.color,
    align: 'left',
    vertical_align: TEXT_DEFAULTS.vertical_align,
  };
}
