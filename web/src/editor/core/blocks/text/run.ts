import type { FontPicker } from '../../fonts/face';
import { blockText, showsId } from '../../layout/tags';
import type { Values } from '../../primitives/base';
import type { TextRun } from '../kind';
import { TEXT_DEFAULTS, type TextBlock } from './block';

/** Returns the text of a block, and the face for its characters. */
export function textRun(
  block: TextBlock,
  values: Values | undefined,
  lang: string,
  fonts: FontPicker,
): TextRun {
  const text = blockText(block, values, lang);
  const weight = block.font_weight ?? TEXT_DEFAULTS.font_weight;
  const face = fonts.face({
    font: block.font ?? TEXT_DEFAULTS.font,
    weight: block.bold ? Math.max(700, weight) : weight,
    italic: block.italic ?? false,
    text,
    lang,
  });
  return { text, face: values && showsId(block.model) ? { ...face, plain: true } : face, lang };
}
