import { beforeAll, expect, test } from 'vitest';
import schema from '../../../../../../internal/design/designs/document.schema.json';
import english from '../../../../i18n/english';
import { SYMBOL_GROUPS, symbolsOf } from './library';
import { loadSymbols, placedPath } from './paths';

const names = SYMBOL_GROUPS.flatMap(symbolsOf);

beforeAll(async () => {
  expect(placedPath('square', { x: 0, y: 0, width: 10, height: 10 })).toBeUndefined();
  expect([await loadSymbols(), await loadSymbols()]).toEqual([true, false]);
});

test('the schema knows every symbol, and no other', () => {
  expect(schema.$defs.symbol_block.properties.symbol.enum.toSorted()).toEqual(names.toSorted());
});

test('every symbol and group has a name', () => {
  expect(Object.keys(english.editor.symbol.name).toSorted()).toEqual(names.toSorted());
  expect(Object.keys(english.editor.symbol.group).toSorted()).toEqual(SYMBOL_GROUPS.toSorted());
});

test('a symbol is as large as fits and stands in the middle of its frame', () => {
  const path = placedPath('square', { x: 100, y: 0, width: 400, height: 200 }) ?? '';
  const numbers = [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)];
  const xs = numbers.map(([, x]) => Number(x));
  const ys = numbers.map(([, , y]) => Number(y));
  expect([Math.min(...xs), Math.max(...xs)]).toEqual([208, 392]);
  expect([Math.min(...ys), Math.max(...ys)]).toEqual([8, 192]);
});

test('an unknown symbol paints nothing', () => {
  expect(placedPath('no such', { x: 0, y: 0, width: 10, height: 10 })).toBeUndefined();
});
