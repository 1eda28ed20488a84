import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { artOf, PLACED } from './art';

test('every picture that the library offers comes with the program', () => {
  const files = readdirSync(join(import.meta.dirname, '../../public/art')).map((name) => `/art/${name}`);
  const offered = [...PLACED, 'ground' as const].flatMap(artOf).map(({ url }) => url);
  expect(offered.filter((url) => !files.includes(url))).toEqual([]);
});
