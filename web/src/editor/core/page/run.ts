import { kindOf } from '../blocks';
import type { TextRun } from '../blocks/kind';
import type { DesignDocument, Values } from '../document/types';
import type { FontPicker } from '../fonts/face';

/** Every text a page will show with its face: what has to be loaded before layout. */
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
