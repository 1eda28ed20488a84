import { describe, expect, it } from 'vitest';
import type { DesignDocument } from '../../editor';
import { changeText, textBlocks } from './textBlocks';

const frame = { left: '0%', image_width: '50%', image_height: '10%' } as const;
const document: DesignDocument = {
  kind: 'certificate',
  size: 'a4',
  orientation: 'landscape',
  blocks: [
    { kind: 'text', model: 'Below', top: '60%', ...frame },
    { kind: 'line', top: '50%', ...frame },
    { kind: 'text', model: 'Above', top: '9.5%', ...frame },
    { kind: 'text', model: 'Hidden', top: '1%', hidden: true, ...frame },
  ],
};

describe('text blocks', () => {
  it('come from top to bottom, with their places in the document', () => {
    expect(textBlocks(document).map(({ index, block }) => [index, block.model])).toEqual([
      [2, 'Above'],
      [0, 'Below'],
    ]);
  });

  it('change alone, and leave the document they came from as it was', () => {
    const changed = changeText(document, 2, { model: 'New words', color: '#112233' });
    expect(changed.blocks[2]).toMatchObject({ model: 'New words', color: '#112233', top: '9.5%' });
    expect(changed.blocks[0]).toBe(document.blocks[0]);
    expect(document.blocks[2]).toMatchObject({ model: 'Above' });
  });

  it('are never made of another kind of block', () => {
    expect(changeText(document, 1, { model: 'no' }).blocks[1]).toBe(document.blocks[1]);
  });
});
