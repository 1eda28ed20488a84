import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { carry } from './carry';

/** Returns the items with one of them moved. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const out = [...items];
  out.splice(to, 0, ...out.splice(from, 1));
  return out;
}

interface ReorderOptions<T> {
  /** The key of the query that holds the items. */
  queryKey: QueryKey;
  items: readonly T[];
  save: (item: T, to: number) => Promise<unknown>;
  /** Returns the data of the query for items in another order. Without it, the data are the items themselves. */
  hold?: (items: T[]) => unknown;
}

/** Reorders a list by mouse, touch or keyboard. The update is optimistic. */
export function useReorder<T>({ queryKey, items, save, hold = (all) => all }: ReorderOptions<T>) {
  const queries = useQueryClient();
  const [carried, setCarried] = useState<number | null>(null);
  /** The last moved item and its new position, for the screen reader announcement. */
  const [last, setLast] = useState<{ item: T; place: number } | null>(null);

  const move = async (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || to === from) return;
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, hold(moved(items, from, to)));
    setLast({ item, place: to });
    try {
      await save(item, to);
    } finally {
      await queries.invalidateQueries({ queryKey });
    }
  };
  const go = (from: number, to: number) => void move(from, to).catch(() => undefined);
  return {
    last,
    move: go,
    /** Returns the props of the row at an index. */
    row: (at: number) => ({ 'data-carried': carried === at || undefined }),
    /** Returns the event handlers of the row's drag handle. */
    grip: (at: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || carried !== null) return;
        setCarried(at);
        carry({
          grip: event.currentTarget,
          from: at,
          pointer: event,
          onDrop: (to) => go(at, to),
          onEnd: () => setCarried(null),
        });
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        go(at, at + (event.key === 'ArrowUp' ? -1 : 1));
      },
    }),
  };
}
