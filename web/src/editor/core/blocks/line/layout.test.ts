import { expect, test } from 'vitest';
import { type LineBlock, newLineBlock } from './block';
import { bevelShades, layoutLine } from './layout';

const frame = { x: 0, y: 0, width: 100, height: 20 };
const line = (more: Partial<LineBlock> = {}) =>
  layoutLine({ ...newLineBlock(), line_width: 6, ...more }, frame);
const rect = (y: number, height: number, fill = '#000000') => ({
  kind: 'rect',
  x: 0,
  y,
  width: 100,
  height,
  fill,
});

test('a solid line lies in the middle of its frame', () => {
  expect(line()).toEqual([rect(7, 6)]);
});

test('a vertical line runs down the middle', () => {
  expect(line({ orientation: 'vertical' })).toEqual([
    { kind: 'rect', x: 47, y: 0, width: 6, height: 20, fill: '#000000' },
  ]);
});

test('a double line is two thirds with a third between', () => {
  expect(line({ line_style: 'double' })).toEqual([rect(7, 2), rect(11, 2)]);
});

test('bevelled styles use a dark and a light shade', () => {
  const color = '#c08040';
  const { dark, light } = bevelShades(color);
  expect(line({ color, line_style: 'groove' })).toEqual([rect(7, 3, dark), rect(10, 3, light)]);
  expect(line({ color, line_style: 'ridge' })).toEqual([rect(7, 3, light), rect(10, 3, dark)]);
  expect(line({ color, line_style: 'inset' })).toEqual([rect(7, 6, dark)]);
  expect(line({ color, line_style: 'outset' })).toEqual([rect(7, 6, light)]);
});

test('the shades of black differ', () => {
  expect(bevelShades('#000000')).toEqual({ dark: '#000000', light: '#666666' });
});

test.each(['dotted', 'dashed'] as const)(
  'a %s line is one path that begins and ends with a mark',
  (line_style) => {
    const [item, ...rest] = line({ line_style });
    expect(rest).toEqual([]);
    const d = item?.kind === 'path' ? item.d : '';
    const marks = [...d.matchAll(/M([\d.]+)/g)].map((mark) => Number(mark[1]));
    const length = line_style === 'dotted' ? 6 : 18;
    expect(marks[0]).toBe(0);
    expect(marks.at(-1)).toBeCloseTo(100 - length, 2);
  },
);
