import { describe, expect, it } from 'vitest';
import { type GridRow, moved, neighbour, nextNoted } from './grid';

const SIZE = { rows: 20, columns: 4 };
const go = (key: string, row: number, column: number, how: { rtl?: boolean; far?: boolean } = {}) =>
  moved(key, { row, column }, SIZE, { rtl: false, far: false, ...how });

describe('keys in a grid', () => {
  it.each([
    ['ArrowDown', 3, 1, {}, { row: 4, column: 1 }],
    ['ArrowUp', 3, 1, {}, { row: 2, column: 1 }],
    ['ArrowDown', 3, 1, { far: true }, { row: 19, column: 1 }],
    ['ArrowRight', 3, 1, {}, { row: 3, column: 2 }],
    ['ArrowRight', 3, 1, { rtl: true }, { row: 3, column: 0 }],
    ['ArrowLeft', 3, 1, { rtl: true }, { row: 3, column: 2 }],
    ['ArrowLeft', 3, 3, { far: true }, { row: 3, column: 0 }],
    ['ArrowLeft', 3, 3, { far: true, rtl: true }, { row: 3, column: 3 }],
    ['ArrowRight', 3, 3, {}, { row: 3, column: 3 }],
    ['Home', 3, 3, {}, { row: 3, column: 0 }],
    ['Home', 3, 3, { far: true }, { row: 0, column: 0 }],
    ['End', 3, 0, { far: true }, { row: 19, column: 3 }],
    ['PageDown', 3, 2, {}, { row: 13, column: 2 }],
    ['PageDown', 13, 2, {}, { row: 19, column: 2 }],
    ['PageUp', 4, 2, {}, { row: 0, column: 2 }],
  ] as const)('%s from row %i, column %i with %o leads to %o', (key, row, column, how, to) => {
    expect(go(key, row, column, how)).toEqual(to);
  });

  it('leaves the page above the first row and below the last', () => {
    expect(go('ArrowUp', 0, 1)).toEqual({ row: -1, column: 1 });
    expect(go('ArrowDown', 19, 1)).toEqual({ row: 20, column: 1 });
    expect(go('PageUp', 0, 1)).toEqual({ row: -1, column: 1 });
    expect(go('PageDown', 19, 1)).toEqual({ row: 20, column: 1 });
  });

  it('does not move by other keys', () => {
    expect(go('a', 0, 0)).toBeUndefined();
  });
});

it('goes on to the next line after the last cell of one, and stays at the very end', () => {
  expect(neighbour({ row: 0, column: 3 }, SIZE, 1)).toEqual({ row: 1, column: 0 });
  expect(neighbour({ row: 1, column: 0 }, SIZE, -1)).toEqual({ row: 0, column: 3 });
  expect(neighbour({ row: 19, column: 3 }, SIZE, 1)).toEqual({ row: 19, column: 3 });
});

it('finds the next cell with a note, and begins anew after the last', () => {
  const columns = ['a', 'b'].map((key) => ({ key, header: key }));
  const rows: GridRow[] = [
    { id: 1, header: '1', cells: { a: { text: '' }, b: { text: '', note: 'bad' } } },
    { id: 2, header: '2', cells: { a: { text: '' }, b: { text: '' } } },
    { id: 3, header: '3', cells: { a: { text: '', note: 'bad' }, b: { text: '' } } },
  ];
  expect(nextNoted(rows, columns, { row: 0, column: 0 })).toEqual({ row: 0, column: 1 });
  expect(nextNoted(rows, columns, { row: 0, column: 1 })).toEqual({ row: 2, column: 0 });
  expect(nextNoted(rows, columns, { row: 2, column: 0 })).toEqual({ row: 0, column: 1 });
  expect(nextNoted(rows.slice(1, 2), columns, { row: 0, column: 0 })).toBeUndefined();
});
