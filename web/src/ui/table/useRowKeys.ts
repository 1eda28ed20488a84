import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { RowId, Selection } from '../list/useSelection';

interface Rows<T> {
  rows: readonly T[] | undefined;
  rowId: (row: T) => RowId;
  selection?: Selection;
  onOpen?: (row: T) => void;
}

const STEPS: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };
/** Focused elements that handle these keys themselves. */
const TAKEN = 'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"], [role="listbox"]';

/** Keyboard navigation for a table whose rows can be opened. j and k also work while nothing has the focus. */
export function useRowKeys<T>({ rows, rowId, selection, onOpen }: Rows<T>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const active = onOpen !== undefined;
  useEffect(() => {
    if (!active) return;
    const listen = (event: globalThis.KeyboardEvent) => {
      const idle = document.activeElement === null || document.activeElement === document.body;
      if (!idle || modified(event) || (event.key !== 'j' && event.key !== 'k')) return;
      body.current?.querySelector<HTMLElement>(':scope > tr')?.focus();
      event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [active]);
  if (!active) return {};

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const line = target.closest<HTMLElement>('tr');
    if (!line || !body.current?.contains(line) || modified(event) || target.closest(TAKEN)) return;
    if (act(event.key, line, target === line)) event.preventDefault();
  };
  const act = (key: string, line: HTMLElement, onLine: boolean): boolean => {
    const step = STEPS[key];
    if (step !== undefined) {
      focusRow(step > 0 ? line.nextElementSibling : line.previousElementSibling);
      return true;
    }
    const row = rows?.find((one) => String(rowId(one)) === line.dataset.row);
    if (!onLine || row === undefined) return false;
    if (key === ' ') selection?.toggle(rowId(row));
    if (key === 'Enter') onOpen(row);
    return key === ' ' || key === 'Enter';
  };
  return { ref: body, onKeyDown };
}

const modified = (event: { ctrlKey: boolean; metaKey: boolean; altKey: boolean }) =>
  event.ctrlKey || event.metaKey || event.altKey;

function focusRow(line: Element | null): void {
  if (line instanceof HTMLElement) line.focus();
}
