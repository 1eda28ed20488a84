import { expect, test } from 'vitest';
import { formatPercent, parsePercent, percentToPx, pxToPercent } from './percent';

test.each([
  [12.5, '12.5%'],
  [33.33333333, '33.3333%'],
  [0.1 + 0.2, '0.3%'],
  [-0.00001, '0%'],
  [100, '100%'],
])('%d is written as %s', (value, text) => {
  expect(formatPercent(value)).toBe(text);
});

test('writing what was read changes nothing', () => {
  for (const text of ['0%', '12.1212%', '-5.5%', '99.9999%'])
    expect(formatPercent(parsePercent(text))).toBe(text);
});

test('a text that is no percent counts as nothing', () => {
  expect(parsePercent('')).toBe(0);
});

test('px and percent agree', () => {
  expect(percentToPx('50%', 1056)).toBe(528);
  expect(pxToPercent(128, 1056)).toBe('12.1212%');
});
