import { expect, it } from 'vitest';
import { changeOf, columnsOf, rowOf } from './rows';
import type { Import, ImportRow, Problem } from './types';

const problem = (column: number | null, severity: Problem['severity'], message: string): Problem => ({
  code: 'x',
  severity,
  column,
  field: '',
  params: {},
  message,
});
const row = (problems: Problem[], excluded = false): ImportRow => ({
  number: 5,
  cells: ['Ana', 'ana@', 'note'],
  excluded,
  problems,
  outcome: null,
  reason: null,
  credential_id: null,
});
const SPREADSHEET = {
  columns: [
    { index: 0, name: 'Name' },
    { index: 1, name: 'Mail' },
    { index: 2, name: 'Note' },
  ],
  mapping: {
    columns: [
      { index: 1, target: 'recipient.email' },
      { index: 0, target: 'recipient.name' },
    ],
    constants: [],
  },
} as unknown as Import;
const WORDS = { nameOf: (target: string) => target, take: 'Take', problem: 'Problem', readOnly: false };
const keys = (rows: ImportRow[]) => columnsOf(SPREADSHEET, rows, WORDS).map(({ key }) => key);

it('shows what becomes something, in the order of the file', () => {
  expect(keys([row([])])).toEqual(['take', '0', '1']);
});

it('has a column for what is wrong with rows as a whole only where there is such a thing', () => {
  expect(keys([row([problem(1, 'error', 'bad')])])).toEqual(['take', '0', '1']);
  expect(keys([row([]), row([problem(null, 'error', 'No group')])])).toEqual(['take', 'whole', '0', '1']);
});

it('puts each problem at its cell, and an error before a warning', () => {
  const { cells } = rowOf(
    row([problem(1, 'warning', 'Odd.'), problem(1, 'error', 'Bad.'), problem(0, 'warning', 'Loud.')]),
    '5',
  );
  expect(cells['0']).toEqual({ text: 'Ana', note: 'Loud.', tone: 'warning' });
  expect(cells['1']).toEqual({ text: 'ana@', note: 'Odd. Bad.', tone: 'error' });
  expect(cells['2']).toEqual({ text: 'note' });
  expect(cells.take).toEqual({ text: '', on: true });
});

it('asks for a row to be left out, taken again or mended', () => {
  expect(rowOf(row([], true), '5').cells.take?.on).toBe(false);
  expect(changeOf({ key: 'take', header: '' }, '')).toEqual({ excluded: true });
  expect(changeOf({ key: 'take', header: '' }, 'on')).toEqual({ excluded: false });
  expect(changeOf({ key: '1', header: '' }, 'ana@example.com')).toEqual({ cells: { 1: 'ana@example.com' } });
});
