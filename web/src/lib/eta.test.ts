import { expect, it } from 'vitest';
import { timeLeft } from './eta';

it.each([
  ['nothing done yet', 0, 100, 10_000, null],
  ['nothing to do', 0, 0, 10_000, null],
  ['a quarter done in ten seconds', 25, 100, 10_000, 30_000],
  ['all done', 100, 100, 10_000, 0],
  ['too early to judge', 10, 100, 200, null],
])('with %s says how long the rest will take', (_, done, total, elapsed, left) => {
  expect(timeLeft(5_000, 5_000 + elapsed, done, total)).toBe(left);
});
