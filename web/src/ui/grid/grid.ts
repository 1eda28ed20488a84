/** The content of a cell. A note describes a problem and is shown below the text. */
export interface GridCell {
  text: string;
  note?: string;
  tone?: 'error' | 'warning';
  /** Makes the cell a switch instead of a text. Writing 'on' or '' sets it. */
  on?: boolean;
}

/** The cell for a column that a row has no value for. */
export const EMPTY: GridCell = { text: '' };

/** Returns the text that would have to be written to get the cell's present value. */
export const textOf = ({ on, text }: GridCell) => (on === undefined ? text : on ? 'on' : '');

export interface GridColumn {
  key: string;
  header: string;
  /** A second header line that says what the column is imported as. */
  hint?: string;
  /** Whether the column cannot be edited. */
  readOnly?: boolean;
  /** Whether the column is only as wide as its content, such as a column of switches. */
  narrow?: boolean;
}

export interface GridRow {
  id: number | string;
  /** The row header, such as its number. */
  header: string;
  /** Cells by column key. */
  cells: Readonly<Record<string, GridCell>>;
}

/** A position among the visible rows, counted from 0. */
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
 * Returns the position that a key moves to, or undefined if the key does not move. Row -1 is the previous page, and the row
 * after the last one is the next page. Columns are clamped.
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

/**
 * Returns the action of a key that does not move: go to the next problem, edit the cell (or toggle its switch), clear it, or
 * replace its text.
 */
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

/** Returns the next (or previous) cell in reading order, across rows. At the end of the grid it returns the same cell. */
export function neighbour({ row, column }: Place, { rows, columns }: Extent, step: 1 | -1): Place {
  const index = row * columns + column + step;
  if (index < 0 || index >= rows * columns) return { row, column };
  return { row: Math.floor(index / columns), column: index % columns };
}

/** Returns the next cell with a note in reading order, wrapping around, or undefined if there is none. */
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

/** Returns the key of a cell in the map of texts that are being saved. */
export const waitingKey = (row: GridRow, column: GridColumn) => `${row.id}\n${column.key}`;
