import { newDesign } from '../core/document/defaults';
import type { Block, TextBlock } from '../core/document/types';
import { bundledFonts } from '../core/fonts/registry';
import type { DisplayItem, DisplayPage, LineItem } from '../core/layout/display';
import { type LayoutInput, layout } from '../core/page/layout';
import { stubMeasure } from './measure';

/** A text block over the whole us-letter page. */
export function textBlock(model: string, more: Partial<TextBlock> = {}): TextBlock {
  const frame = { top: '0%', left: '0%', image_width: '100%', image_height: '100%' } as const;
  return { kind: 'text', model, ...frame, font_size: 20, ...more };
}

/** Lays blocks out on a us-letter page with the stub font. */
export function layBlocks(blocks: Block[], more: Partial<LayoutInput> = {}): DisplayPage {
  return layout({
    design: { ...newDesign(), blocks },
    lang: 'en',
    fonts: bundledFonts,
    measure: stubMeasure,
    pictures: new Map(),
    ...more,
  });
}

export function itemsOf(page: DisplayPage): DisplayItem[] {
  return page.groups.flatMap((group) => group.items);
}

export function linesOf(page: DisplayPage): LineItem[] {
  return itemsOf(page).filter((item) => item.kind === 'line');
}

export function textsOf(page: DisplayPage): string[] {
  return linesOf(page).map((line) => line.text);
}
