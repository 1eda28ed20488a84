import { useCallback, useMemo, useState } from 'react';

export type RowId = string | number;

export interface Selection {
  /** The individually selected rows. */
  ids: ReadonlySet<RowId>;
  /** Whether all matching rows are selected, including those on other pages. */
  allMatching: boolean;
  /** The number of selected rows, for the bulk bar. */
  count: number;
  has: (id: RowId) => boolean;
  toggle: (id: RowId) => void;
  togglePage: (ids: readonly RowId[]) => void;
  selectAllMatching: () => void;
  clear: () => void;
}

/** The selected rows of a list. Pass the list's filters as `key`: the selection is cleared when it changes. */
export function useSelection(totalCount: number, key = ''): Selection {
  const [state, setState] = useState<{ key: string; ids: ReadonlySet<RowId>; all: boolean }>(() =>
    empty(key),
  );
  const current = state.key === key ? state : empty(key);

  const put = useCallback((ids: ReadonlySet<RowId>, all = false) => setState({ key, ids, all }), [key]);
  // The same function for all selections, so that rows need not render again when another one is selected.
  const toggle = useCallback(
    (id: RowId) =>
      setState((last) => {
        const ids = new Set(last.key === key ? last.ids : NONE);
        if (!ids.delete(id)) ids.add(id);
        return { key, ids, all: false };
      }),
    [key],
  );
  return useMemo(
    () => ({
      ids: current.ids,
      allMatching: current.all,
      count: current.all ? totalCount : current.ids.size,
      has: (id) => current.all || current.ids.has(id),
      toggle,
      togglePage: (pageIds) => {
        const ids = new Set(current.ids);
        const all = pageIds.every((id) => ids.has(id));
        for (const id of pageIds) {
          if (all) ids.delete(id);
          else ids.add(id);
        }
        put(ids);
      },
      selectAllMatching: () => put(current.ids, true),
      clear: () => put(new Set()),
    }),
    [current, put, toggle, totalCount],
  );
}

const NONE: ReadonlySet<RowId> = new Set();
const empty = (key: string) => ({ key, ids: NONE, all: false });
