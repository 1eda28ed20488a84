import { useCallback, useEffect, useState } from 'react';
import type { PastVersion, VersionsPort } from '../../state/ports/versions';

type List = { versions: readonly PastVersion[]; total: number; page: number };

const NOTHING: List = { versions: [], total: 0, page: 0 };

/** The versions of a design, loaded page by page, newest first. */
export function useVersions(port: VersionsPort) {
  const [list, setList] = useState<List>(NOTHING);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');

  const read = useCallback(
    async (from: List, signal: AbortSignal) => {
      setState('loading');
      try {
        const page = from.page + 1;
        const { versions, total } = await port.list(page, signal);
        if (signal.aborted) return;
        const known = new Set(from.versions.map(({ number }) => number));
        const news = versions.filter(({ number }) => !known.has(number));
        setList({ versions: [...from.versions, ...news], total, page });
        setState('ready');
      } catch {
        if (!signal.aborted) setState('failed');
      }
    },
    [port],
  );

  useEffect(() => {
    const control = new AbortController();
    void read(NOTHING, control.signal);
    return () => control.abort();
  }, [read]);

  return {
    ...list,
    state,
    more: () => void read(list, new AbortController().signal),
    /** Reloads from the start after a version was added. */
    refresh: () => read(NOTHING, new AbortController().signal),
  };
}

/** Returns a version by its number: from the list, or by a request if the list does not reach that far. */
export function useVersion(
  port: VersionsPort,
  versions: readonly PastVersion[],
  number: number | null,
): PastVersion | undefined {
  const [asked, setAsked] = useState<PastVersion>();
  const listed = versions.find((version) => version.number === number);
  const missing = number !== null && !listed && versions.length > 0;
  useEffect(() => {
    if (!missing || number === null) return;
    const control = new AbortController();
    port.one(number, control.signal).then(
      (version) => !control.signal.aborted && setAsked(version),
      () => undefined, // a number that never was shows nothing
    );
    return () => control.abort();
  }, [port, number, missing]);
  return listed ?? (asked?.number === number ? asked : undefined);
}
