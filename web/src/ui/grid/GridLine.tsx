import { type KeyboardEvent, memo, useLayoutEffect, useRef } from 'react';
import styles from './Grid.module.css';
import { EMPTY, type GridCell, type GridColumn, type GridRow, type Place, waitingKey } from './grid';

interface GridLineProps {
  row: GridRow;
  columns: readonly GridColumn[];
  index: number;
  /** The row's number among all rows of the grid, including the header row. */
  rowIndex: number;
  /** The index of the active column, or -1. */
  active: number;
  draft: string | null;
  /** Texts that are being saved, by cell key. */
  waiting: ReadonlyMap<string, string>;
  onPick: (to: Place) => void;
  onUse: (at: Place) => void;
  onFinish: (text: string | null, key: string, back: boolean) => void;
}

/** One row of a grid. */
export const GridLine = memo(function GridLine(props: GridLineProps) {
  const { row, columns, index, rowIndex, active, draft, waiting, onPick, onUse, onFinish } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of the grid
    // biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus
    <div role="row" aria-rowindex={rowIndex} className={styles.line}>
      {/* biome-ignore lint/a11y/useSemanticElements: part of the grid */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus */}
      <div role="rowheader" className={styles.number}>
        {row.header}
      </div>
      {columns.map((column, place) => {
        const cell = row.cells[column.key] ?? EMPTY;
        const pending = waiting.get(waitingKey(row, column));
        return (
          <Cell
            key={column.key}
            cell={cell}
            text={pending ?? cell.text}
            on={pending === undefined ? cell.on === true : pending === 'on'}
            busy={pending !== undefined}
            readOnly={column.readOnly}
            label={column.header}
            active={place === active}
            draft={place === active ? draft : null}
            onPick={() => onPick({ row: index, column: place })}
            onUse={() => onUse({ row: index, column: place })}
            onFinish={onFinish}
          />
        );
      })}
    </div>
  );
});

interface CellProps {
  cell: GridCell;
  text: string;
  on: boolean;
  busy: boolean;
  readOnly?: boolean;
  label: string;
  active: boolean;
  draft: string | null;
  onPick: () => void;
  onUse: () => void;
  onFinish: GridLineProps['onFinish'];
}

function Cell({ cell, text, on, busy, readOnly, label, active, draft, onPick, onUse, onFinish }: CellProps) {
  // Whether the cell had the focus before the current press. If so, the press edits the cell instead of only selecting it.
  const here = useRef(false);
  const isSwitch = cell.on !== undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of the grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys of all its cells
    <div
      role="gridcell"
      tabIndex={active ? 0 : -1}
      className={styles.cell}
      data-tone={cell.note ? (cell.tone ?? 'error') : undefined}
      data-busy={busy || undefined}
      aria-invalid={(cell.note && cell.tone !== 'warning') || undefined}
      aria-readonly={readOnly}
      onMouseDown={(event) => {
        here.current = document.activeElement === event.currentTarget;
      }}
      onClick={() => draft === null && (isSwitch || here.current ? onUse() : onPick())}
    >
      {isSwitch && (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={label}
          checked={on}
          readOnly
          className={styles.switch}
        />
      )}
      {!isSwitch && draft === null && <bdi className={styles.text}>{text}</bdi>}
      {draft !== null && <Writing initial={draft} label={label} onFinish={onFinish} />}
      {cell.note && !busy && <span className={styles.note}>{cell.note}</span>}
    </div>
  );
}

/** The input of the cell that is being edited. Enter, Tab, Escape and blur end the edit. */
function Writing({
  initial,
  label,
  onFinish,
}: {
  initial: string;
  label: string;
  onFinish: GridLineProps['onFinish'];
}) {
  const field = useRef<HTMLInputElement>(null);
  const left = useRef(false);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(initial.length, initial.length);
  }, [initial]);

  const leave = (text: string | null, key: string, back = false) => {
    if (left.current) return;
    left.current = true;
    onFinish(text, key, back);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    // Enter also ends the composition of an input method.
    if (event.nativeEvent.isComposing || !['Enter', 'Tab', 'Escape'].includes(event.key)) return;
    event.preventDefault();
    leave(event.key === 'Escape' ? null : event.currentTarget.value, event.key, event.shiftKey);
  };
  return (
    <input
      ref={field}
      className={styles.field}
      dir="auto"
      aria-label={label}
      defaultValue={initial}
      onKeyDown={press}
      onBlur={(event) => leave(event.currentTarget.value, '')}
    />
  );
}
