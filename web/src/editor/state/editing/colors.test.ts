import { expect, test } from 'vitest';
import { newQrBlock } from '../../core/blocks/qr/block';
import { newTextBlock } from '../../core/blocks/text/block';
import { sheetOf } from '../../testing/sheet';
import { colorsOf, recolor } from './colors';

const red = { ...newTextBlock('#112233 stays text'), color: '#AA0000' } as const;
const also = { ...newTextBlock('b'), color: '#aa0000' } as const;
const blue = { ...newTextBlock('c'), color: '#0000bb' } as const;

test('each colour of a design is found once, whatever its case, the most used first', () => {
  expect(colorsOf(sheetOf(blue, red, also))).toEqual(['#aa0000', '#0000bb']);
});

test('a colour changes wherever it is used, and nothing else does', () => {
  const sheet = sheetOf(blue, red, also);
  const { blocks } = recolor(sheet, '#aa0000', '#00cc00').design;
  expect(blocks.map((block) => block.kind === 'text' && block.color)).toEqual([
    '#0000bb',
    '#00cc00',
    '#00cc00',
  ]);
  expect(blocks[0]).toBe(sheet.design.blocks[0]);
  expect(blocks[1]).toMatchObject({ model: '#112233 stays text' });
});

test('the colours of a code count too', () => {
  const sheet = sheetOf(newQrBlock('[credential.url]', { size: 'a4', orientation: 'landscape' }));
  expect(recolor(sheet, '#000000', '#222222').design.blocks[0]).toMatchObject({
    foreground_color: '#222222',
  });
});
