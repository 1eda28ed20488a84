import type { Face, FontPicker } from '../fonts/face';
import { TEXT_DEFAULTS } from '../model/defaults';
import type { DesignDocument, TextBlock, Values } from '../model/types';
import { blockText } from './tags';

/** The text of a block with the face it is set in. */
export type TextRun = { text: string; face: Face; lang: string };

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
  return { text, face, lang };
}

/** Every text a page will show with its face: what has to be loaded before layout. */
export function textRuns(
  design: DesignDocument,
  values: Values | undefined,
  lang: string,
  fonts: FontPicker,
): { blockIndex: number; run: TextRun }[] {
  return design.blocks.flatMap((block, index) =>
    block.kind === 'text' && !block.hidden
      ? [{ blockIndex: block.block_index ?? index, run: textRun(block, values, lang, fonts) }]
      : [],
  );
}
