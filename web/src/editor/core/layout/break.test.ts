import { expect, test } from 'vitest';
import { stubWidth } from '../../testing/measure';
import { breakLines, paragraphsOf } from './break';

const broken = (text: string, width: number, lang = 'en') =>
  breakLines(paragraphsOf(text, lang), width, stubWidth).map((line) => line.text);

test('a line breaks at the last space that fits, and the space is gone', () => {
  expect(broken('one two three', 4)).toEqual(['one two', 'three']);
});

test('a line that fits exactly stays whole', () => {
  expect(broken('one two', 3.5)).toEqual(['one two']);
});

test('newlines start paragraphs and empty ones keep their place', () => {
  expect(broken('one\n\ntwo', 10)).toEqual(['one', '', 'two']);
});

test('a word wider than the line is cut between graphemes and says so', () => {
  const lines = breakLines(paragraphsOf('Ada Lo\u0301velace', 'en'), 2, stubWidth);
  expect(lines.map((line) => line.text)).toEqual(['Ada', 'Lo\u0301ve', 'lace']);
  expect(lines.map((line) => line.cut)).toEqual([false, true, false]);
});

test('a family emoji is never cut', () => {
  expect(broken('👩‍👩‍👧👩‍👩‍👧', 0.5)).toEqual(['👩‍👩‍👧', '👩‍👩‍👧']);
});

test('a hyphen ends a line, a non-breaking space does not', () => {
  expect(broken('Anna-Maria Diaz', 3)).toEqual(['Anna-', 'Maria', 'Diaz']);
  expect(broken('no 10\u00a0000 less', 4)).toEqual(['no', '10\u00a0000', 'less']);
});

test('a soft hyphen shows only where it breaks a line', () => {
  expect(broken('certi\u00adfication', 4)).toEqual(['certi-', 'fication']);
  expect(broken('certi\u00adfication', 20)).toEqual(['certification']);
});

test('Japanese breaks between characters but not before closing marks', () => {
  expect(broken('統計学入門を修了。', 8, 'ja')).toEqual(['統計学入門を修', '了。']);
});

test('Thai breaks between words of the dictionary', () => {
  expect(broken('สวัสดีชาวโลก', 3, 'th')).toEqual(['สวัสดี', 'ชาวโลก']);
});

test('the last line of each paragraph is marked', () => {
  expect(breakLines(paragraphsOf('one two\nthree', 'en'), 2, stubWidth).map((line) => line.last)).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

test('each line knows its part of the text, with the spaces at its end and without line breaks', () => {
  const text = 'one two  three\n\nfour';
  const lines = breakLines(paragraphsOf(text, 'en'), 4, stubWidth);
  expect(lines.map(({ start, end }) => text.slice(start, end))).toEqual(['one two  ', 'three', '', 'four']);
});
