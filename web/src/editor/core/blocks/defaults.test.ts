import { expect, test } from 'vitest';
import { newDesign } from '../document/defaults';
import { parsePercent } from '../primitives/percent';
import { newLineBlock } from './line/block';
import { newQrBlock } from './qr/block';
import { newTextBlock } from './text/block';

test('a design that nobody has begun is an empty certificate on letter paper, landscape', () => {
  expect(newDesign()).toMatchObject({
    kind: 'certificate',
    size: 'us-letter',
    orientation: 'landscape',
    blocks: [],
  });
});

test('a new text is in Source Sans Pro, black, regular, 16 px, and 15 percent wide', () => {
  expect(newTextBlock('Hi')).toMatchObject({
    font: 'Source Sans Pro',
    color: '#000000',
    font_weight: 400,
    font_size: 16,
    image_width: '15%',
  });
});

test.each([
  ['us-letter', 1056, 816],
  ['a4', 1123, 794],
] as const)(
  'a new QR code on %s is 128 px, black on white, with the greatest contrast',
  (size, width, height) => {
    const block = newQrBlock('x', { size, orientation: 'landscape' });
    expect(block).toMatchObject({
      pixel_width: 128,
      pixel_height: 128,
      background_color: '#ffffff',
      foreground_color: '#000000',
      contrast: 21,
    });
    expect((parsePercent(block.image_width) * width) / 100).toBeCloseTo(128, 2);
    expect((parsePercent(block.image_height) * height) / 100).toBeCloseTo(128, 2);
  },
);

test('a new line is solid, 2 px, half of the page wide and 3 percent high', () => {
  expect(newLineBlock()).toMatchObject({
    line_width: 2,
    line_style: 'solid',
    orientation: 'horizontal',
    image_width: '50%',
    image_height: '3%',
  });
});
