import { expect, test } from 'vitest';
import { layBlocks, linesOf, textBlock } from '../../testing/page';
import { canvasText, partsOf } from './parts';

const parts = (text: string, dir: 'ltr' | 'rtl', everywhere = false) =>
  partsOf(text, dir, everywhere).map((part) => `${part.dir} ${part.text}`);

test.each([
  ['12 people – on 21 November', 'ltr'],
  ['Дата: 21 ноября', 'ltr'],
  ['दिनांक २१', 'ltr'],
] as const)('%s stays in one part', (text, dir) => {
  expect(parts(text, dir)).toEqual([`${dir} ${text}`]);
});

test.each([
  ['digits after a geresh', 'טל׳ 03-1234567', 'rtl', ['ltr 03-1234567', 'rtl טל׳ ']],
  ['digits that touch letters', 'ב־21', 'rtl', ['ltr 21', 'rtl ב־']],
  ['a dash between words', 'רות – כהן', 'rtl', ['rtl כהן', 'rtl – ', 'rtl רות ']],
  ['signs that touch letters stay with them', '"רות" (כהן)', 'rtl', ['rtl "רות" (כהן)']],
  [
    'Latin words in Arabic',
    'دورة ISO 9001 جديدة',
    'rtl',
    ['rtl  جديدة', 'ltr ISO ', 'ltr 9001', 'rtl دورة '],
  ],
  ['Hebrew in English', 'by רות 12 on', 'ltr', ['ltr by ', 'ltr 12', 'rtl רות ', 'ltr  on']],
  [
    'digits between ideographs',
    '第12号（注）— A',
    'ltr',
    ['ltr 第', 'ltr 12', 'ltr 号（注）', 'ltr — ', 'ltr A'],
  ],
] as const)('%s', (_, text, dir, wanted) => {
  expect(parts(text, dir)).toEqual(wanted);
});

test('a font that varies by script sets signs apart in Latin text too', () => {
  expect(parts('of (…) AVATAR', 'ltr', true)).toEqual(['ltr of ', 'ltr (…) ', 'ltr AVATAR']);
});

test('a canvas shapes signs from right to left as SVG does', () => {
  expect(canvasText({ text: '(', dir: 'rtl' })).toBe('(\u200f');
  expect(canvasText({ text: '12', dir: 'ltr' })).toBe('12');
  expect(canvasText({ text: 'א', dir: 'rtl' })).toBe('א');
});

test('parts leave out the marks that isolate a value', () => {
  expect(parts('רות \u2068Ada\u2069', 'rtl')).toEqual(['ltr Ada', 'rtl רות ']);
});

test('the parts of a line stand side by side and fill it', () => {
  const [line] = linesOf(layBlocks([textBlock('טל׳ 03-12')], { lang: 'he' }));
  expect(line).toMatchObject({ text: 'טל׳ 03-12', x: 1056, width: 90 });
  expect(line?.parts).toEqual([
    { text: '03-12', dir: 'ltr', x: 966 },
    { text: 'טל׳ ', dir: 'rtl', x: 1056 },
  ]);
});

test('parts of a justified line take their share of its spaces', () => {
  const block = textBlock('רות 12 כהן רות', { align: 'justify', image_width: '10%' });
  const [line] = linesOf(layBlocks([block], { lang: 'he' }));
  const [left] = line?.parts ?? [];
  expect(line?.text).toBe('רות 12 כהן');
  expect(line?.width).toBeCloseTo(105.6, 8);
  expect(left?.x).toBeCloseTo((line?.x ?? 0) - 105.6 + 40 + (line?.wordSpacing ?? 0), 8);
});
