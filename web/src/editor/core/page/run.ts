import { kindOf } from '../blocks';
import type { TextRun } from '../blocks/kind';
import type { DesignDocument, Values } from '../document/types';
import type { FontPicker } from '../fonts/face';

/** Returns every text of a page with its face, for loading fonts before the layout. */
export function textRuns(
  design: DesignDocument,
  values: Values | undefined,
  lang: string,
  fonts: FontPicker,
): { blockIndex: number; run: TextRun }[] {
  return design.blocks.flatMap((block, index) => {
    const run = block.hidden ? undefined : kindOf(block).textRun?.(block, values, lang, fonts);
    return run ? [{ blockIndex: block.block_index ?? index, run }] : [];
  });
}
