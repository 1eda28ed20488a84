import { expect, test } from 'vitest';
import { readStart, startQuery } from './start';

const read = (query: string, ...rest: [Parameters<typeof readStart>[1]?]) =>
  readStart(new URLSearchParams(query), ...rest);

test('a new design is a certificate on US Letter, landscape, when nothing else is said', () => {
  expect(read('')).toEqual({ kind: 'certificate', size: 'us-letter', orientation: 'landscape', shape: '' });
});

test('the address of a new design names kind, size, orientation and shape', () => {
  const portrait = read('kind=certificate&size=a4&orientation=portrait');
  expect(portrait).toMatchObject({ kind: 'certificate', size: 'a4', orientation: 'portrait' });
  expect(read(startQuery(portrait))).toEqual(portrait);
  const badge = read('kind=badge&shape=shield');
  expect(badge).toMatchObject({ kind: 'badge', shape: 'shield' });
  expect(startQuery(badge)).toBe('kind=badge&shape=shield');
});

test('what the address leaves open is as last time', () => {
  const last = read('size=a8&orientation=portrait');
  expect(read('kind=badge', last)).toEqual({ ...last, kind: 'badge' });
});

test('unknown kinds, sizes and orientations in an address are those of a new design', () => {
  expect(read('kind=poster&size=a0&orientation=askew&shape=<b>')).toEqual(read(''));
});
