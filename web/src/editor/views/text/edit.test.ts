import { describe, expect, test } from 'vitest';
import { deleted, type Edited, NO_HISTORY, redone, remembered, replaced, undone } from './edit';

const at = (text: string, anchor: number, focus = anchor): Edited => ({ text, anchor, focus });
const NOTHING = { from: 0, to: 0 };

describe('changing words', () => {
  test('what is typed replaces what is selected, and the caret goes behind it', () => {
    expect(replaced('Dear all', { from: 5, to: 8 }, 'Ada')).toEqual(at('Dear Ada', 8));
  });

  test('a tag that is touched inside goes whole', () => {
    expect(replaced('To [a.b] now', { from: 5, to: 10 }, 'x')).toEqual(at('To xow', 4));
  });

  test('line breaks from elsewhere become ours, and a text has an end', () => {
    expect(replaced('', NOTHING, 'a\r\nb').text).toBe('a\nb');
    expect(replaced('a'.repeat(4999), { from: 4999, to: 4999 }, 'bcd').text).toHaveLength(5000);
  });

  test.each([
    ['a letter', at('abc', 2), true, { from: 1, to: 2 }, at('ac', 1)],
    ['the letter after', at('abc', 1), false, { from: 1, to: 2 }, at('ac', 1)],
    ['a selection', at('abcd', 3, 1), true, NOTHING, at('ad', 1)],
    ['a tag before the caret', at('To [a.b]', 8), true, { from: 7, to: 8 }, at('To ', 3)],
    ['a tag after the caret', at('[a.b] now', 0), false, { from: 0, to: 1 }, at(' now', 0)],
    ['a character over the end of a line', at('one two', 4), true, NOTHING, at('onetwo', 3)],
    ['a family as one character', at('a👩‍👩‍👧', 9), true, NOTHING, at('a', 1)],
    ['a word', at('one two', 7), true, { from: 4, to: 7 }, at('one ', 4)],
  ] as const)('a key deletes %s', (_, edited, backward, wanted, expected) => {
    expect(deleted(edited, backward, wanted)).toEqual(expected);
  });
});

describe('undo while typing', () => {
  test('takes back what was typed in one go, and does it again', () => {
    let history = remembered(NO_HISTORY, at('', 0), 'type');
    history = remembered(history, at('a', 1), 'type');
    history = remembered(history, at('ab', 2), 'delete');
    const first = undone(history, at('a', 1));
    expect(first?.edited).toEqual(at('ab', 2));
    const second = first && undone(first.history, first.edited);
    expect(second?.edited).toEqual(at('', 0));
    expect(second && undone(second.history, second.edited)).toBeUndefined();
    expect(second && redone(second.history, second.edited)?.edited).toEqual(at('ab', 2));
  });
});
