import type { BlockKind } from '../kind';
import type { TextBlock } from './block';
import { layoutText } from './layout';
import { textRun } from './run';

/** In percent of the page. */
const SMALLEST = { width: 5, height: 5 };

export const text: BlockKind<TextBlock> = {
  needs: 'model',
  words: (block) => block.model,
  smallest: () => SMALLEST,
  textRun,
  layout: (block, { values, lang, fonts, ...context }) => {
    const run = textRun(block, values, lang, fonts);
    return { role: block.role ?? 'paragraph', ...layoutText(block, run, context) };
  },
};
