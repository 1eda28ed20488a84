import { describe, expect, test } from 'vitest';
import { ticksOf } from '../../views/rulers/ticks';
import { lengthNumber, pageIn } from './units';

describe('the page in units', () => {
  test.each([
    ['a4', 'landscape', 'mm', 297, 210],
    ['a4', 'portrait', 'mm', 210, 297],
    ['us-letter', 'landscape', 'in', 11, 8.5],
    ['a8', 'landscape', 'mm', 74, 52],
    ['us-letter', 'portrait', 'px', 816, 1056],
  ] as const)('%s %s is %s %f by %f', (size, orientation, unit, width, height) => {
    const page = pageIn({ size, orientation }, unit);
    expect(page.width).toBeCloseTo(width, 6);
    expect(page.height).toBeCloseTo(height, 6);
  });

  test('lengths are written as people do', () => {
    expect(lengthNumber(12.34, 'mm', 'de')).toBe('12,3');
    expect(lengthNumber(0.0625, 'in', 'en')).toBe('0.063');
  });
});

describe('ticks', () => {
  test('stand from end to end, with numbers that have room', () => {
    const ticks = ticksOf({ unit: 'mm', perUnit: 4, zero: 100, length: 300 });
    expect(ticks[0]).toEqual({ at: 4 });
    expect(ticks.at(-1)).toEqual({ at: 300 });
    expect(ticks.flatMap(({ label }) => label ?? [])).toEqual([-20, 0, 20, 40]);
  });

  test('inches are halved, and numbers never stand closer than they can be read', () => {
    for (const perUnit of [5, 20, 96, 400, 768]) {
      const at = ticksOf({ unit: 'in', perUnit, zero: 0, length: 2000 })
        .filter(({ label }) => label !== undefined)
        .map((tick) => tick.at);
      const gaps = at.slice(1).map((value, index) => value - (at[index] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(52);
    }
  });
});
