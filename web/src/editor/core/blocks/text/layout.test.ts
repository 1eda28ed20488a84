import { expect, test } from 'vitest';
import { layBlocks, linesOf, textBlock, textsOf } from '../../../testing/page';

const LETTER = { width: 1056, height: 816 };
const only = <T>(list: T[]): T => {
  expect(list).toHaveLength(1);
  return list[0] as T;
};

test('the first baseline lies half the leading and the ascent under the top', () => {
  const line = only(linesOf(layBlocks([textBlock('abcd')])));
  expect(line).toMatchObject({ x: 0, width: 40, size: 20 });
  expect(line.baseline).toBeCloseTo((0.125 + 0.8) * 20, 10);
});

test.each([
  ['left', 0],
  ['center', (LETTER.width - 40) / 2],
  ['right', LETTER.width - 40],
] as const)('a line is set %s', (align, x) => {
  expect(only(linesOf(layBlocks([textBlock('abcd', { align })]))).x).toBe(x);
});

test.each([
  ['top', 0],
  ['middle', (LETTER.height - 50) / 2],
  ['bottom', LETTER.height - 50],
] as const)('two lines stand at the %s', (vertical_align, top) => {
  const lines = linesOf(layBlocks([textBlock('a\nb', { vertical_align })]));
  expect(lines.map((line) => line.baseline - 0.925 * 20)).toEqual([
    expect.closeTo(top, 8),
    expect.closeTo(top + 25, 8),
  ]);
});

test('a justified line fills its box by its spaces, the last line does not', () => {
  const block = textBlock('aa bb cc dd', { align: 'justify', image_width: '10%' });
  const [first, last] = linesOf(layBlocks([block]));
  expect(first).toMatchObject({ text: 'aa bb cc', wordSpacing: expect.closeTo((105.6 - 80) / 2, 8) });
  expect(first?.width).toBeCloseTo(105.6, 8);
  expect(last).toMatchObject({ text: 'dd', wordSpacing: 0 });
});

test('Arabic starts at the right without an alignment', () => {
  const line = only(linesOf(layBlocks([textBlock('شهادة')])));
  expect(line).toMatchObject({ dir: 'rtl', x: LETTER.width });
});

test('the first letter decides the direction, and without letters the language', () => {
  const dir = (model: string, lang: string) => only(linesOf(layBlocks([textBlock(model)], { lang }))).dir;
  expect(dir('123 שלום', 'en')).toBe('rtl');
  expect(dir('Ada 123', 'ar')).toBe('ltr');
  expect(dir('123', 'ar')).toBe('rtl');
});

test('a centred block ignores its left', () => {
  const block = textBlock('abcd', { center: true, left: '90%', image_width: '50%' });
  expect(only(linesOf(layBlocks([block]))).x).toBe(LETTER.width / 4);
});

test('an underline is as wide as its line and comes under it', () => {
  const page = layBlocks([textBlock('abcd', { underline: true, align: 'right' })]);
  const [rule, line] = page.groups[0]?.items ?? [];
  expect(rule).toMatchObject({ kind: 'rect', x: LETTER.width - 40, width: 40 });
  expect(line).toMatchObject({ kind: 'line', baseline: 18.5 });
});

test('text that does not fit shrinks to fit, and the block keeps its size', () => {
  const block = textBlock('Wolfeschlegelsteinhausen', {
    scale_to_fit: true,
    font_size: 60,
    image_width: '20%',
  });
  const page = layBlocks([block]);
  const line = only(linesOf(page));
  expect(line.size).toBeCloseTo((0.2 * 1056) / 12, 0);
  expect(line.width).toBeLessThanOrEqual(0.2 * 1056 + 0.5);
  expect(page.warnings).toEqual([{ blockIndex: 0, code: 'shrunk' }]);
  expect(block.font_size).toBe(60);
});

test('text that fits keeps its size', () => {
  const page = layBlocks([textBlock('Ada', { scale_to_fit: true, font_size: 60 })]);
  expect(only(linesOf(page)).size).toBe(60);
  expect(page.warnings).toEqual([]);
});

test('text that cannot fit at any readable size overflows', () => {
  const block = textBlock('word '.repeat(400), { scale_to_fit: true, image_width: '5%', image_height: '2%' });
  expect(layBlocks([block]).warnings.map((warning) => warning.code)).toEqual(['shrunk', 'overflow']);
});

test('text too tall for its box is painted whole and reported', () => {
  const page = layBlocks([textBlock('a\nb\nc\nd', { image_height: '5%' })]);
  expect(textsOf(page)).toEqual(['a', 'b', 'c', 'd']);
  expect(page.warnings).toEqual([{ blockIndex: 0, code: 'overflow' }]);
});

test('bold is at least 700, and a weight the font lacks becomes the nearest it has', () => {
  const weight = (more: object) => only(linesOf(layBlocks([textBlock('a', more)]))).face.weight;
  expect(weight({ bold: true })).toBe(700);
  expect(weight({ bold: true, font_weight: 900 })).toBe(900);
  expect(weight({ font_weight: 500 })).toBe(400);
  expect(weight({ font: 'Great Vibes', bold: true })).toBe(400);
});
