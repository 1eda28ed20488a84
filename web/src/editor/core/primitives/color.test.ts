import { expect, test } from 'vitest';
import { contrastRatio, mixColor } from './color';

test('black on white has the greatest contrast, a colour on itself none', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastRatio('#336699', '#336699')).toBe(1);
});

test('mixing moves a colour part of the way', () => {
  expect(mixColor('#000000', '#ffffff', 0.4)).toBe('#666666');
});
