import { expect, test } from 'vitest';
import { textBlock } from '../../testing/page';
import type { Values } from '../document/types';
import { blockText, fillTags, showsId, tagsIn } from './tags';

const values: Values = {
  'recipient.name': { kind: 'text', value: 'Işıl Şimşek' },
  'credential.issued_on': { kind: 'date', value: '2026-03-05' },
  'custom.photo': { kind: 'image', value: 'https://example.org/p.png' },
  'custom.trick': { kind: 'text', value: '[recipient.name]' },
  'custom.arabic': { kind: 'text', value: 'فاطمة (ب)' },
};
const shown = (model: string, lang = 'en', more = {}) => blockText(textBlock(model, more), values, lang);

test('tags are found in order', () => {
  expect(tagsIn('[a.b] and [sic] and [c.d_2]')).toEqual(['a.b', 'c.d_2']);
});

test('a tag gives way to its value, an unknown one to nothing', () => {
  expect(shown('To [recipient.name][custom.none]!')).toBe('To Işıl Şimşek!');
});

test('brackets that are no tag stay', () => {
  expect(shown('so [sic] it is')).toBe('so [sic] it is');
});

test('a value that looks like a tag is not filled again', () => {
  expect(shown('[custom.trick]')).toBe('[recipient.name]');
});

test('names of the language itself are no values', () => {
  expect(fillTags('[constructor.name]', values, 'en')).toBe('');
});

test('an image has no text', () => {
  expect(shown('a[custom.photo]b')).toBe('ab');
});

test('without values the tags show', () => {
  expect(blockText(textBlock('to [recipient.name]', { uppercase: true }), undefined, 'en')).toBe(
    'TO [recipient.name]',
  );
});

test('a line of empty tags goes, an empty line of the design stays', () => {
  expect(shown('one\n[custom.none] [custom.nothing]\n\ntwo')).toBe('one\n\ntwo');
});

test.each([
  ['en', 'March 5, 2026'],
  ['de', '5. März 2026'],
  ['ja', '2026年3月5日'],
  ['pt-br', '5 de março de 2026'],
])('dates in %s are long: %s', (lang, words) => {
  expect(shown('[credential.issued_on]', lang)).toBe(words);
});

test('Thai dates count the Gregorian years', () => {
  expect(shown('[credential.issued_on]', 'th')).toContain('2026');
});

test('a date that is none stays as it is', () => {
  const odd: Values = { 'credential.issued_on': { kind: 'date', value: 'soon' } };
  expect(fillTags('[credential.issued_on]', odd, 'en')).toBe('soon');
});

test.each([
  ['tr', 'istanbul', 'İSTANBUL'],
  ['en', 'istanbul', 'ISTANBUL'],
  ['de', 'straße', 'STRASSE'],
  ['not a language', 'plain', 'PLAIN'],
])('upper case follows %s', (lang, model, expected) => {
  expect(shown(model, lang, { uppercase: true })).toBe(expected);
});

test('a value of the other direction is kept together', () => {
  expect(shown('Name: [custom.arabic].')).toBe('Name: \u2068فاطمة (ب)\u2069.');
  expect(shown('[custom.arabic]')).toBe('فاطمة (ب)');
});

test.each([
  ['en', '[credential.grade]', '92.5%'],
  ['en', 'Grade: [credential.grade]%', 'Grade: 92.5%'],
  ['de', 'Note: [credential.grade] %', 'Note: 92,5\u00a0%'],
  ['tr', '%[credential.grade]', '%92,5'],
  ['en', '50% of [recipient.name]', '50% of Işıl Şimşek'],
])('a grade is a percentage in %s, with one sign: %s', (lang, model, expected) => {
  const graded: Values = { ...values, 'credential.grade': { kind: 'percent', value: '92.5' } };
  expect(fillTags(model, graded, lang)).toBe(expected);
});

test('a grade that is given as text is printed as it is', () => {
  const graded: Values = { 'credential.grade': { kind: 'text', value: '92.5' } };
  expect(fillTags('[credential.grade]% or [credential.grade] of 100', graded, 'en')).toBe(
    '92.5% or 92.5 of 100',
  );
});

test('texts that show an identifier are known', () => {
  expect(showsId('No. [credential.id]')).toBe(true);
  expect(showsId('[recipient.name], credential.id')).toBe(false);
});
