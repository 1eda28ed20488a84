import type { GridCell, GridColumn, GridRow } from '../../ui/grid/grid';
import type { RowChange } from './api';
import type { Import, ImportRow, Problem } from './types';

const TAKE = 'take';
const WHOLE = 'whole';

interface ColumnWords {
  nameOf: (target: string) => string;
  take: string;
  problem: string;
  readOnly: boolean;
}

/** Returns the grid's columns: whether a row is included, problems of the whole row, and the mapped columns. */
export function columnsOf(
  { columns, mapping }: Import,
  rows: readonly ImportRow[],
  { nameOf, take, problem, readOnly }: ColumnWords,
): GridColumn[] {
  const targets = new Map((mapping.columns ?? []).map(({ index, target }) => [index, target]));
  const whole = rows.some(({ problems }) => problems.some(isWhole));
  return [
    { key: TAKE, header: take, narrow: true, readOnly },
    ...(whole ? [{ key: WHOLE, header: problem, readOnly: true }] : []),
    ...columns
      .filter(({ index }) => targets.has(index))
      .map(({ index, name }) => ({
        key: String(index),
        header: name,
        hint: nameOf(targets.get(index) ?? ''),
        readOnly,
      })),
  ];
}

/** Converts a row for the grid, with each problem at its cell. */
export function rowOf({ number, cells, excluded, problems }: ImportRow, header: string): GridRow {
  const noted = (text: string, found: readonly Problem[]): GridCell =>
    found.length === 0
      ? { text }
      : {
          text,
          note: found.map(({ message }) => message).join(' '),
          tone: found.some(({ severity }) => severity === 'error') ? 'error' : 'warning',
        };
  return {
    id: number,
    header,
    cells: {
      [TAKE]: { text: '', on: !excluded },
      [WHOLE]: noted('', problems.filter(isWhole)),
      ...Object.fromEntries(
        cells.map((text, index) => [
          String(index),
          noted(
            text,
            problems.filter(({ column }) => column === index),
          ),
        ]),
      ),
    },
  };
}

/** Converts an edited cell to API input. */
export const changeOf = ({ key }: GridColumn, text: string): RowChange =>
  key === TAKE ? { excluded: text === '' } : { cells: { [key]: text } };

const isWhole = ({ column }: Problem) => column === null;
