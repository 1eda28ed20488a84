import { expect, test } from 'vitest';
import * as keys from './keys';

const sources = import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!/src/**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('every query key begins with one of the shared parts', () => {
  const literal = Object.entries(sources).flatMap(([file, source]) =>
    (source.match(/queryKey: \[['"`].*/g) ?? []).map((line) => `${file}: ${line}`),
  );
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  expect(literal).toEqual([]);
});

test('no two shared parts are equal', () => {
  const parts = Object.values(keys).filter(Array.isArray).map(String);
  expect(new Set(parts).size).toBe(parts.length);
});
