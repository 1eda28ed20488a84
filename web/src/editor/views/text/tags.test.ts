import { expect, test } from 'vitest';
import { deleteTagBeside, openTag, outsideTags, tagRanges } from './tags';

test('tags are found, and what only looks like one is not', () => {
  const text = 'To [recipient.name], [not a tag]';
  expect(tagRanges(text).map(({ start, end }) => text.slice(start, end))).toEqual(['[recipient.name]']);
});

test.each([
  ['Backspace', 16, 'a  b', 2],
  ['Backspace', 3, 'a  b', 2],
  ['Delete', 2, 'a  b', 2],
  ['Delete', 15, 'a  b', 2],
] as const)('%s at %i, beside a bracket, takes the whole tag', (key, caret, text, after) => {
  expect(deleteTagBeside('a [issuer.namex] b', caret, key)).toEqual({ text, caret: after });
});

test.each([
  ['Backspace', 2],
  ['Backspace', 6],
  ['Delete', 17],
] as const)('%s at %i deletes a letter as usual', (key, caret) => {
  expect(deleteTagBeside('a [issuer.namex] b', caret, key)).toBeNull();
});

test.each([
  ['Dear [rec', 'rec'],
  ['Dear [', ''],
  ['Dear [recipient.name] ', null],
  ['Dear', null],
])('%s is the beginning of the tag %s', (before, expected) => {
  expect(openTag(before)).toBe(expected);
});

test.each([
  [4, 0, 3],
  [6, 0, 8],
  [4, 1, 8],
  [6, -1, 3],
  [3, 1, 3],
  [9, 0, 9],
] as const)('the caret at %i, going %i, ends up at %i and never within a tag', (offset, way, expected) => {
  expect(outsideTags('To [a.b] now', offset, way)).toBe(expected);
});
