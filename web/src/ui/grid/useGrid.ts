import {
  type ClipboardEvent,
  type KeyboardEvent,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  type Deed,
  deedOf,
  EMPTY,
  type GridColumn,
  type GridRow,
  moved,
  neighbour,
  nextNoted,
  type Place,
  textOf,
  waitingKey,
} from './grid';

export interface GridInput {
  columns: readonly GridColumn[];
  /** One page of rows. */
  rows: readonly GridRow[];
  /** The number of rows on earlier pages, and the total number of rows. */
  before: number;
  total: number;
  /**
   * Saves the new text of a cell and reports errors itself. The cell shows the new text until the promise settles, and then the
   * value in `rows`.
   */
  onWrite: (row: GridRow, column: GridColumn, text: string) => Promise<void>;
  /** Requests the next or previous page when a key moves past the edge of this one. */
  onTurn?: (step: 1 | -1) => void;
}

/** The state of a grid: the active cell, the edit in progress and the keyboard handling. */
export function useGrid({ columns, rows, before, total, onWrite, onTurn }: GridInput) {
  const frame = useRef<HTMLDivElement>(null);
  const takeFocus = useRef(false);
  const [wanted, setPlace] = useState<Place>({ row: 0, column: 0 });
  /** The initial text of the edit, or null if no cell is being edited. */
  const [draft, setDraft] = useState<string | null>(null);
  const [waiting, setWaiting] = useState<ReadonlyMap<string, string>>(new Map());

  const size = { rows: rows.length, columns: columns.length };
  const place = {
    row: Math.max(0, Math.min(wanted.row, size.rows - 1)),
    column: Math.max(0, Math.min(wanted.column, size.columns - 1)),
  };
  const cellAt = ({ row, column }: Place) => rows[row]?.cells[columns[column]?.key ?? ''] ?? EMPTY;

  useLayoutEffect(() => {
    if (!takeFocus.current || draft !== null) return;
    takeFocus.current = false;
    const cell = frame.current?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]');
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const goTo = (to: Place) => {
    takeFocus.current = true;
    setDraft(null);
    setPlace(to);
  };

  const move = (to: Place) => {
    if (to.row >= 0 && to.row < size.rows) return goTo(to);
    const step = to.row < 0 ? -1 : 1;
    const more = step < 0 ? before > 0 : before + size.rows < total;
    if (!more || !onTurn) return;
    onTurn(step);
    // When going back, the row is clamped to the last row of the previous page.
    goTo({ column: to.column, row: step < 0 ? Number.MAX_SAFE_INTEGER : 0 });
  };

  const write = async (at: Place, text: string) => {
    const row = rows[at.row];
    const column = columns[at.column];
    if (!row || !column || column.readOnly || text === textOf(cellAt(at))) return;
    const key = waitingKey(row, column);
    setWaiting((all) => new Map(all).set(key, text));
    try {
      await onWrite(row, column, text);
    } finally {
      setWaiting((all) => new Map([...all].filter(([one]) => one !== key)));
    }
  };

  /** Toggles a switch, or starts editing any other cell. */
  const use = (at: Place, text = cellAt(at).text) => {
    const row = rows[at.row];
    const column = columns[at.column];
    const { on } = cellAt(at);
    goTo(at);
    if (!row || !column || column.readOnly || waiting.has(waitingKey(row, column))) return;
    if (on === undefined) setDraft(text);
    else void write(at, on ? '' : 'on');
  };

  const act = (deed: Deed, key: string) => {
    const isSwitch = cellAt(place).on !== undefined;
    if (deed === 'next') goTo(nextNoted(rows, columns, place) ?? place);
    else if (deed === 'write') use(place);
    else if (deed === 'clear' && !isSwitch) void write(place, '');
    else if (deed === 'replace' && !isSwitch) use(place, key);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (draft !== null || size.rows === 0) return;
    const rtl = document.documentElement.dir === 'rtl';
    const far = event.ctrlKey || event.metaKey;
    const to = event.altKey ? undefined : moved(event.key, place, size, { rtl, far });
    const deed = deedOf(event);
    if (!to && !deed) return;
    event.preventDefault();
    if (to) move(to);
    else if (deed) act(deed, event.key);
  };

  const onCopy = (event: ClipboardEvent) => {
    if (draft !== null) return;
    event.clipboardData.setData('text/plain', cellAt(place).text);
    event.preventDefault();
  };

  const onPaste = (event: ClipboardEvent) => {
    if (draft !== null || cellAt(place).on !== undefined) return;
    event.preventDefault();
    void write(place, event.clipboardData.getData('text/plain').trim());
  };

  /** Ends an edit: saves the text unless it is null, and moves as the key demands. */
  const finish = (text: string | null, key: string, back: boolean) => {
    if (text !== null) void write(place, text);
    if (key === 'Enter') goTo({ ...place, row: Math.min(place.row + 1, size.rows - 1) });
    else if (key === 'Tab') goTo(neighbour(place, size, back ? -1 : 1));
    else if (key === 'Escape') goTo(place);
    else setDraft(null);
  };

  return {
    frame,
    place,
    draft,
    waiting,
    onKeyDown,
    onCopy,
    onPaste,
    goTo: useLatest(goTo),
    use: useLatest(use),
    finish: useLatest(finish),
  };
}

/**
 * Returns a function with a stable identity that calls the latest version of a callback, so that unchanged rows do not render
 * again.
 */
function useLatest<A extends unknown[]>(latest: (...given: A) => void): (...given: A) => void {
  const kept = useRef(latest);
  useLayoutEffect(() => {
    kept.current = latest;
  });
  return useCallback((...given) => kept.current(...given), []);
}
