import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import {
  type ListPosition,
  MAX_OFFSET,
  nextSort,
  readListPosition,
  writeListPosition,
} from '../../lib/listState';

export interface ListState extends ListPosition {
  /** The parameters of the list's API call. */
  params: { page: number; page_size: number; sort?: string; query?: string } & Record<string, unknown>;
  /** The search, filters and sort order as a query string. It is empty for the whole list in its default order. */
  narrowing: string;
  /** Goes to the next page. The cursor is used for pages beyond the offset limit. */
  next: (cursor?: string) => void;
  previous: () => void;
  setPageSize: (size: number) => void;
  setQuery: (query: string) => void;
  sortBy: (column: string) => void;
  /** An empty value removes the filter. */
  setFilter: (name: string, value: string) => void;
  setFilters: (values: Record<string, string>) => void;
  clear: () => void;
  /** Whether a search or filter is active. */
  narrowed: boolean;
}

interface Turn {
  replace?: boolean;
  /** The cursors of earlier pages, to go back. */
  cursors?: string[];
}

export interface ListOptions {
  pageSize?: number;
  sort?: string;
  filters?: readonly string[];
}

/** The page, sort order, search and filters of a list, read from and written to the URL. */
export function useListState({ pageSize = 50, sort = '', filters }: ListOptions = {}): ListState {
  const [params, setParams] = useSearchParams();
  const trail: string[] = useLocation().state?.cursors ?? [];
  const names = (filters ?? []).join(' ');
  const defaults = useMemo(
    () => ({ pageSize, sort, filters: names === '' ? [] : names.split(' ') }),
    [pageSize, sort, names],
  );
  const position = useMemo(() => readListPosition(params, defaults), [params, defaults]);
  const change = useCallback(
    (next: Partial<ListPosition>, { replace = false, cursors = [] }: Turn = {}) =>
      setParams((current) => writeListPosition(current, next, defaults), { replace, state: { cursors } }),
    [setParams, defaults],
  );

  const { page, cursor } = position;

  return {
    ...position,
    narrowed: position.query !== '' || Object.keys(position.filters).length > 0,
    params: {
      page: position.page,
      page_size: position.pageSize,
      ...(position.sort ? { sort: position.sort } : {}),
      ...(position.query ? { query: position.query } : {}),
      ...position.filters,
    },
    narrowing: writeListPosition(
      new URLSearchParams(),
      { query: position.query, sort: position.sort, filters: position.filters },
      defaults,
    ).toString(),
    next: (to) =>
      to && page * position.pageSize > MAX_OFFSET
        ? change({ page: page + 1, cursor: to }, { cursors: [...trail, cursor] })
        : change({ page: page + 1 }),
    previous: () => {
      const back = trail.at(-1);
      if (cursor === '' || back !== undefined) {
        return change({ page: page - 1, cursor: back ?? '' }, { cursors: trail.slice(0, -1) });
      }
      // The URL was opened directly, so the cursor of the previous page is unknown. Go back to the last page that can be
      // reached by offset.
      change({ page: Math.min(page - 1, Math.floor(MAX_OFFSET / position.pageSize)) });
    },
    setPageSize: (size) => change({ pageSize: size }),
    setQuery: (query) => change({ query }, { replace: true }),
    sortBy: (column) => change({ sort: nextSort(position.sort, column) }),
    setFilter: (name, value) => change({ filters: { ...position.filters, [name]: value } }),
    setFilters: (values) => change({ filters: { ...position.filters, ...values } }),
    clear: () => change({ query: '', filters: {} }),
  };
}
