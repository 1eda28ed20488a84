import { useEffect, useState } from 'react';
import type { Selection } from './api';
import { type Checks, checkDrafts, countOf, readDraftDesigns } from './check';

/** The maximum number of drafts that are checked without asking, which takes some seconds. */
const UNASKED = 2000;

export type DraftCheck = Checks & { state: 'waiting' | 'running' | 'done' | 'failed'; startedAt: string };

/** Checks the drafts of a selection while the dialog is open. Larger selections are checked only if `asked` is true. */
export function useDraftCheck(selection: Selection, asked: boolean): DraftCheck | null {
  const [check, setCheck] = useState<DraftCheck | null>(null);
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    const startedAt = new Date().toISOString();
    const tell = (state: DraftCheck['state'], checks: Checks) =>
      !signal.aborted && setCheck({ ...checks, state, startedAt });
    const look = async () => {
      const designs = await readDraftDesigns(selection, signal);
      let last: Checks = { checked: 0, total: countOf(designs), findings: [], more: 0 };
      if (last.total > UNASKED && !asked) return tell('waiting', last);
      tell('running', last);
      for await (last of checkDrafts(selection, designs, signal)) tell('running', last);
      tell('done', last);
    };
    look().catch(() => {
      if (!signal.aborted)
        setCheck((old) => ({ ...(old ?? { ...NOTHING, startedAt }), state: 'failed' as const }));
    });
    return () => control.abort();
  }, [selection, asked]);
  return check;
}

const NOTHING: Checks = { checked: 0, total: 0, findings: [], more: 0 };
