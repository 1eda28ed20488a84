/** What a cell says. A note names what is wrong with it, and stands beneath the text. */
export interface GridCell {
  text: string;
  note?: string;
  tone?: 'error' | 'warning';
  /** Makes the cell a switch that its row has on or off, instead of a text. Writing 'on' or '' turns it. */
  on?: boolean;
}

/** A cell that nothing is said of. */
export const EMPTY: GridCell = { text: '' };

/** What would have to be written for a cell to be as it is. */
export const textOf = ({ on, text }: GridCell) => (on === undefined ? text : on ? 'on' : '');

export interface GridColumn {
  key: string;
  header: string;
  /** A second line beneath the header: what the column becomes. */
  hint?: string;
  /** Shown, but not to be written in. */
  readOnly?: boolean;
  /** As wide as what it holds, such as a column of switches. */
  narrow?: boolean;
}

export interface GridRow {
  id: number | string;
  /** What stands at the head of the row, such as its number. */
  header: string;
  /** Cells by the key of their column. */
  cells: Readonly<Record<string, GridCell>>;
}

/** A place in the rows that are shown, counted from 0. */
export interface Place {
  row: number;
  column: number;
}

export interface Extent {
  rows: number;
  columns: number;
}

const STRIDE = 10;

type Move = (from: Place, last: Place, far: boolean) => Place;

const sideways =
  (step: 1 | -1): Move =>
  ({ row, column }, last, far) => {
    if (far) return { row, column: step > 0 ? last.column : 0 };
    return { row, column: Math.min(Math.max(column + step, 0), last.column) };
  };
const onwards = sideways(1);
const backwards = sideways(-1);

const MOVES: Readonly<Record<string, Move>> = {
  ArrowDown: ({ row, column }, last, far) => ({ column, row: far ? last.row : row + 1 }),
  ArrowUp: ({ row, column }, _, far) => ({ column, row: far ? 0 : row - 1 }),
  PageDown: ({ row, column }, last) => ({
    column,
    row: row === last.row ? row + 1 : Math.min(row + STRIDE, last.row),
  }),
  PageUp: ({ row, column }) => ({ column, row: row === 0 ? -1 : Math.max(row - STRIDE, 0) }),
  Home: ({ row }, _, far) => ({ column: 0, row: far ? 0 : row }),
  End: ({ row }, last, far) => ({ column: last.column, row: far ? last.row : row }),
  ArrowRight: onwards,
  ArrowLeft: backwards,
};
const MIRRORED: typeof MOVES = { ...MOVES, ArrowRight: backwards, ArrowLeft: onwards };

/**
 * Where a key leads, or undefined when it does not move. A row of -1 or one past the last stands for the page before or
 * after; columns end at the edge.
 */
export function moved(
  key: string,
  from: Place,
  { rows, columns }: Extent,
  { rtl, far }: { rtl: boolean; far: boolean },
): Place | undefined {
  const last = { row: rows - 1, column: columns - 1 };
  return (rtl ? MIRRORED : MOVES)[key]?.(from, last, far);
}

export type Deed = 'next' | 'write' | 'clear' | 'replace';

const TYPED = /^.$/u;
const DOES: Readonly<Record<string, Deed>> = {
  F8: 'next',
  Enter: 'write',
  F2: 'write',
  ' ': 'write',
  Delete: 'clear',
  Backspace: 'clear',
};

/** What a key does that does not move: go to the next problem, write in the cell (or turn its switch), empty it, or replace its text. */
export function deedOf({ key, ctrlKey, metaKey, altKey }: Pressed): Deed | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  return DOES[key] ?? (TYPED.test(key) ? 'replace' : undefined);
}

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** The cell after (or before) this one in reading order, over the ends of rows; itself at the very end. */
export function neighbour({ row, column }: Place, { rows, columns }: Extent, step: 1 | -1): Place {
  const index = row * columns + column + step;
  if (index < 0 || index >= rows * columns) return { row, column };
  return { row: Math.floor(index / columns), column: index % columns };
}

/** The next cell with a note in reading order, beginning anew at the top; undefined when there is none. */
export function nextNoted(
  rows: readonly GridRow[],
  columns: readonly GridColumn[],
  from: Place,
): Place | undefined {
  const total = rows.length * columns.length;
  const start = from.row * columns.length + from.column;
  for (let step = 1; step <= total; step++) {
    const index = (start + step) % total;
    const place = { row: Math.floor(index / columns.length), column: index % columns.length };
    const key = columns[place.column]?.key;
    if (key !== undefined && rows[place.row]?.cells[key]?.note) return place;
  }
  return undefined;
}

/** Names a cell among those whose text is on its way. */
export const waitingKey = (row: GridRow, column: GridColumn) => `${row.id}\n${column.key}`;
