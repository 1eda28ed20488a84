import { expect, test } from 'vitest';
import { deleteTagBeside, openTag, pieces } from './tags';

test('a text is words and whole tags in turn', () => {
  expect(pieces('To [recipient.name], on [credential.issued_on]')).toEqual([
    { kind: 'words', text: 'To ' },
    { kind: 'tag', text: '[recipient.name]' },
    { kind: 'words', text: ', on ' },
    { kind: 'tag', text: '[credential.issued_on]' },
  ]);
  expect(pieces('[not a tag]')).toEqual([{ kind: 'words', text: '[not a tag]' }]);
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
