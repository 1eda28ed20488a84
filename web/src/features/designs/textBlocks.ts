import type { DesignDocument, TextBlock } from '../../editor';

export type TextChange = Partial<Pick<TextBlock, 'model' | 'font_size' | 'color'>>;

/** The text blocks of a document with their places among all blocks, in reading order: top first. */
export function textBlocks(document: DesignDocument): { index: number; block: TextBlock }[] {
  return document.blocks
    .flatMap((block, index) => (block.kind === 'text' && !block.hidden ? [{ index, block }] : []))
    .sort((a, b) => Number.parseFloat(a.block.top) - Number.parseFloat(b.block.top));
}

/** The document with one text block changed; the others stay the very same objects. */
export function changeText(document: DesignDocument, index: number, change: TextChange): DesignDocument {
  return {
    ...document,
    blocks: document.blocks.map((block, place) =>
      place === index && block.kind === 'text' ? { ...block, ...change } : block,
    ),
  };
}
