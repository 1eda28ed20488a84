import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { changeEvidence, type EvidenceItem, evidenceQuery } from './api';

/** One of the items at another place. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const out = [...items];
  out.splice(to, 0, ...out.splice(from, 1));
  return out;
}

/** Puts the evidence of a credential into another order, by dragging or by keys. What was moved shows at once. */
export function useReorder(uuid: string, items: readonly EvidenceItem[]) {
  const queries = useQueryClient();
  const { queryKey } = evidenceQuery(uuid);
  const [carried, setCarried] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  /** The place that something was moved to last, to be told. */
  const [place, setPlace] = useState<number | null>(null);

  const move = async (from: number, to: number) => {
    const item = items[from];
    if (!item || to < 0 || to >= items.length || to === from) return;
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, moved(items, from, to));
    setPlace(to);
    try {
      await changeEvidence(uuid, item.id, { position: to });
    } finally {
      await queries.invalidateQueries({ queryKey });
    }
  };
  const end = () => {
    setCarried(null);
    setOver(null);
  };
  const go = (from: number, to: number) => void move(from, to).catch(() => undefined);

  return {
    place,
    move: go,
    /** What the row at a place listens to, and how it looks meanwhile. */
    row: (at: number) => ({
      'data-carried': carried === at || undefined,
      'data-over': (carried !== null && over === at && over !== carried) || undefined,
      onDragOver: (event: DragEvent) => {
        if (carried === null) return;
        event.preventDefault();
        setOver(at);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        if (carried !== null) go(carried, at);
        end();
      },
    }),
    /** What its handle listens to. */
    grip: (at: number) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', String(at));
        setCarried(at);
      },
      onDragEnd: end,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        go(at, at + (event.key === 'ArrowUp' ? -1 : 1));
      },
    }),
  };
}
