import type { EditorState } from '../../state/editing/store';
import { nudgeOf } from '../commands/shortcuts';
import type { Commands } from '../commands/useCommands';
import { keysOf, type Row, rowId } from './layerRows';

type Pressed = {
  key: string;
  altKey: boolean;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  repeat?: boolean;
};

type Around = { state: EditorState; commands: Commands; fold: (id: string, closed: boolean) => void };

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Selects a whole group, or one block, which may be in a group. */
export function chooseRow(row: Row, { leave, select, pick }: EditorState): void {
  const keys = keysOf(row);
  if (row.kind === 'group') {
    leave();
    select(keys);
  } else if (keys[0] !== undefined) pick(keys[0]);
}

/**
 * Returns the effect of a key in the layer list: up and down move through it, left and right fold groups, Alt with arrows moves
 * the block on the page, Ctrl with arrows changes its stacking order, Enter and F2 edit its text.
 */
export function layerAction(
  pressed: Pressed,
  row: Row,
  rows: readonly Row[],
  { state, commands, fold }: Around,
): (() => void) | undefined {
  const chosen = keysOf(row).every((key) => state.selection.includes(key));
  const selected = (action: () => void) => () => {
    if (!chosen) chooseRow(row, state);
    action();
  };
  const way = nudgeOf(pressed);
  if (way && pressed.altKey) return selected(() => commands.nudge(way[0], way[1], pressed.repeat ?? false));
  const step = STEPS[pressed.key] ?? 0;
  if (step !== 0 && (pressed.ctrlKey || pressed.metaKey)) {
    return selected(() => commands.arrange(step === -1 ? 'forward' : 'backward'));
  }
  const at = rows.findIndex((other) => rowId(other) === rowId(row));
  const next = (by: number) => {
    const other = rows[at + by];
    return () => other && chooseRow(other, state);
  };
  if (step !== 0) return next(step);
  const inward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  if (way && pressed.key === inward) return goIn(row, next(1), fold);
  if (way) return goOut(row, rows, state, fold);
  if (pressed.key === 'F2') return selected(commands.editText);
  if (pressed.key === 'Enter' && chosen) return commands.editText;
  return undefined;
}

function goIn(row: Row, toFirst: () => void, fold: Around['fold']): (() => void) | undefined {
  if (row.kind !== 'group') return undefined;
  return row.open ? toFirst : () => fold(rowId(row), false);
}

function goOut(row: Row, rows: readonly Row[], state: EditorState, fold: Around['fold']) {
  if (row.kind === 'group') return row.open ? () => fold(rowId(row), true) : undefined;
  const group = rows.find((other) => other.kind === 'group' && other.rows.includes(row));
  return group && (() => chooseRow(group, state));
}
