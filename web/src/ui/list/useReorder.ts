import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { carry } from './carry';

/** One of the items at another place. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const out = [...items];
  out.splice(to, 0, ...out.splice(from, 1));
  return out;
}

interface ReorderOptions<T> {
  /** The query that holds the items. */
  queryKey: QueryKey;
  items: readonly T[];
  save: (item: T, to: number) => Promise<unknown>;
}

/** Puts a list into another order, with a mouse, a finger or keys. What was moved shows at once. */
export function useReorder<T>({ queryKey, items, save }: ReorderOptions<T>) {
  const queries = useQueryClient();
  const [carried, setCarried] = useState<number | null>(null);
  /** What was moved last, and where to: to be told. */
  const [last, setLast] = useState<{ item: T; place: number } | null>(null);

  const move = async (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || to === from) return;
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, moved(items, from, to));
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
    /** How the row at a place looks meanwhile. */
    row: (at: number) => ({ 'data-carried': carried === at || undefined }),
    /** What its handle listens to. */
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
