import type { BlockKind } from '../kind';
import { TEXT_DEFAULTS, type TextBlock } from './block';
import { layoutText } from './layout';
import { textRun } from './run';

const MIN_SIZE_PX = 1;
const MAX_SIZE_PX = 1000;

function scaledSize({ font_size = TEXT_DEFAULTS.font_size }: TextBlock, factor: number): number {
  const size = Number((font_size * factor).toFixed(2));
  return Math.min(Math.max(size, MIN_SIZE_PX), MAX_SIZE_PX);
}

/** In percent of the page. */
const SMALLEST = { width: 5, height: 5 };

export const text: BlockKind<TextBlock> = {
  needs: 'model',
  content: ['model', 'role'],
  place: ['center'],
  words: (block) => block.model,
  smallest: () => SMALLEST,
  // Text that shrinks to its frame follows the frame anyway and keeps its font size.
  keepsShape: (block) => (block.scale_to_fit ? undefined : 'corners'),
  scaled: (block, factor) => (block.scale_to_fit ? {} : { font_size: scaledSize(block, factor) }),
  measured: { font_size: { without: TEXT_DEFAULTS.font_size, least: MIN_SIZE_PX, most: MAX_SIZE_PX } },
  textRun,
  layout: (block, { values, lang, fonts, ...context }) => {
    const run = textRun(block, values, lang, fonts);
    return { role: block.role ?? 'paragraph', ...layoutText(block, run, context) };
  },
};
