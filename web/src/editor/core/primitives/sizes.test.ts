import { expect, test } from 'vitest';
import type { DesignSize } from '../document/types';
import { bleedPx, pageBox, paperSize, printBox, SIZES } from './sizes';

const sizes = Object.keys(SIZES) as DesignSize[];

test.each(sizes)('%s turns for portrait', (size) => {
  const landscape = pageBox({ size, orientation: 'landscape' });
  expect(pageBox({ size, orientation: 'portrait' })).toEqual({
    width: landscape.height,
    height: landscape.width,
  });
});

test('print px are those of the specification', () => {
  expect(printBox({ size: 'a4', orientation: 'landscape' })).toEqual({ width: 3626, height: 2598 });
  expect(printBox({ size: 'us-letter', orientation: 'portrait' })).toEqual({ width: 2668, height: 3418 });
});

test.each([
  ['us-letter', false, '11in', '8.5in'],
  ['us-letter', true, '11.3937in', '8.8937in'],
  ['a4', false, '297mm', '210mm'],
  ['a4', true, '307mm', '220mm'],
  ['a8', true, '74mm', '52mm'],
  ['badge', true, '600px', '600px'],
] as const)('%s with bleed %s is %s by %s', (size, bleed, width, height) => {
  expect(paperSize({ size, orientation: 'landscape' }, bleed)).toMatchObject({ width, height });
});

test('the bleed is 5 mm in design px on either axis', () => {
  const bleed = bleedPx({ size: 'a4', orientation: 'portrait' });
  expect((bleed.x / 794) * 210).toBeCloseTo(5, 10);
  expect((bleed.y / 1123) * 297).toBeCloseTo(5, 10);
});
