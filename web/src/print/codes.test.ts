import { expect, test } from 'vitest';
import type { CodeItem, DisplayPage } from '../editor/core/layout/display';
import { takeCodes } from './codes';

const rows = ['110', '010', '001'];
const codeAt = (x: number): CodeItem => ({
  kind: 'code',
  modules: { size: 3, get: (column, row) => rows[row]?.[column] === '1' },
  x,
  y: 10,
  step: 5,
  fill: '#000000',
});
const pageOf = (...items: CodeItem[]): DisplayPage => ({
  viewBox: { x: -5, y: -5, width: 110, height: 60 },
  groups: [{ blockIndex: 0, role: 'decoration', items }],
  warnings: [],
});

test('a box of its own name stands in for each code, which is told module by module', () => {
  const [first, second] = [codeAt(10), codeAt(20)];
  const { codes, standIn } = takeCodes([pageOf(first), pageOf(second)], 'stands');
  expect(codes).toEqual([
    [{ name: 'stands 0 0', size: 3, dark: 'c88' }],
    [{ name: 'stands 1 0', size: 3, dark: 'c88' }],
  ]);
  expect([first, second].map(standIn)).toEqual(['stands 0 0', 'stands 1 0']);
});

test('a code that reaches over the edge is painted by the page', () => {
  const [over, within] = [codeAt(91), codeAt(90)];
  const { codes, standIn } = takeCodes([pageOf(over, within)], 'stands');
  expect(codes.flat().map(({ name }) => name)).toEqual(['stands 0 0']);
  expect([over, within].map(standIn)).toEqual([null, 'stands 0 0']);
});
