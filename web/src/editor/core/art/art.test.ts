import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { matches } from '../../../lib/fold';
import { artOf, groundsFor, PLACED } from './art';

test('the library offers every picture that comes with the program, and no other', () => {
  const files = readdirSync(join(import.meta.dirname, '../../../../public/art')).map(
    (name) => `/art/${name}`,
  );
  const offered = [...PLACED, 'ground' as const].flatMap(artOf).map(({ url }) => url);
  expect(offered.toSorted()).toEqual(files.toSorted());
});

test('backgrounds that are drawn for the page come first', () => {
  const grounds = groundsFor({ size: 'a8', orientation: 'portrait' });
  const own = { size: 'a8', orientation: 'portrait' };
  expect(grounds.slice(0, 2).map(({ page }) => page)).toEqual([own, own]);
  expect(grounds).toHaveLength(artOf('ground').length);
});

test.each([
  ['Divider, gold', 'gold div', true],
  ['Divider, gold', 'divider blue', false],
  ['Divider, gold', '', true],
])('%s is found by "%s": %s', (name, wanted, found) => {
  expect(matches(name, wanted)).toBe(found);
});
