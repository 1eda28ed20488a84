import { expect, test } from 'vitest';
import { findFont } from '../../core/fonts/registry';
import { countFonts, type Entry, menuRows, NO_FILTERS, stepTo } from './rows';

const entry = (name: string, more: Partial<Entry> & { own?: boolean } = {}): Entry => ({
  font: { ...findFont('Lora'), name, own: more.own },
  category: more.category ?? 'serif',
  languages: more.languages ?? new Set(['en']),
});
const ENTRIES = [
  entry('Acme', { own: true, category: 'sans' }),
  entry('Lora', { languages: new Set(['en', 'ru']) }),
  entry('Noto Sans Thai', { category: 'sans', languages: new Set(['en', 'th']) }),
];
const shown = (filters = {}, recent: string[] = []) =>
  menuRows(ENTRIES, { ...NO_FILTERS, ...filters }, recent).map((row) =>
    row.kind === 'heading' ? `# ${row.section}` : row.entry.font.name,
  );

test('what was used lately comes first, then the own fonts, then all others', () => {
  expect(shown({}, ['Lora', 'A font that is gone'])).toEqual([
    ...['# recent', 'Lora', '# own', 'Acme', '# all', 'Lora', 'Noto Sans Thai'],
  ]);
});

test.each([
  ['a part of the name in any case', { query: 'noto' }, ['Noto Sans Thai']],
  ['words in any order', { query: 'thai noto' }, ['Noto Sans Thai']],
  ['a style', { category: 'serif' }, ['Lora']],
  ['a writing system', { writing: 'th' }, ['Noto Sans Thai']],
  ['a language', { language: 'ru' }, ['Lora']],
  ['two things at once', { category: 'sans', language: 'ru' }, []],
])('%s chooses', (_, filters, expected) => {
  expect(shown(filters)).toEqual(expected);
});

test('who searches is not shown what was used lately once more', () => {
  expect(shown({ query: 'lora' }, ['Lora'])).toEqual(['Lora']);
});

test('a font in two sections counts once', () => {
  expect(countFonts(menuRows(ENTRIES, NO_FILTERS, ['Lora']))).toBe(3);
});

test('steps go from font to font, over headings, and end at the ends', () => {
  const rows = menuRows(ENTRIES, NO_FILTERS, ['Lora']);
  expect([1, 3, 5].map((at) => stepTo(rows, at, 1))).toEqual([3, 5, 6]);
  expect(stepTo(rows, 6, 1)).toBe(6);
  expect(stepTo(rows, 6, -100)).toBe(1);
  expect(stepTo(rows, -1, 1)).toBe(1);
});
