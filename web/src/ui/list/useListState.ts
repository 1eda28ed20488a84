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
  /** The parameters of a list call, as the server names them. */
  params: { page: number; page_size: number; sort?: string; query?: string } & Record<string, unknown>;
  /** What narrows and orders the list, as it stands in the address; empty for the whole list. */
  narrowing: string;
  /** Turns to the next page; the cursor leads to one that is too far down to be counted from the start. */
  next: (cursor?: string) => void;
  previous: () => void;
  setPageSize: (size: number) => void;
  setQuery: (query: string) => void;
  sortBy: (column: string) => void;
  /** An empty value takes the filter away. */
  setFilter: (name: string, value: string) => void;
  setFilters: (values: Record<string, string>) => void;
  clear: () => void;
  /** True when a search or a filter narrows the list. */
  narrowed: boolean;
}

interface Turn {
  replace?: boolean;
  /** The cursors of the pages before, for the way back. */
  cursors?: string[];
}

export interface ListOptions {
  pageSize?: number;
  sort?: string;
  filters?: readonly string[];
}

/** The list's page, sort, search and filters, read from and written to the address. */
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
      // The address was opened as it is: nobody knows the cursor before, so back to what can be counted.
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
