import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type ListPosition, nextSort, readListPosition, writeListPosition } from '../../lib/listState';

export interface ListState extends ListPosition {
  /** The parameters of a list call, as the server names them. */
  params: { page: number; page_size: number; sort?: string; query?: string } & Record<string, unknown>;
  setPage: (page: number) => void;
  setPageSize: (size: number) => void;
  setQuery: (query: string) => void;
  sortBy: (column: string) => void;
  /** An empty value takes the filter away. */
  setFilter: (name: string, value: string) => void;
  clear: () => void;
  /** True when a search or a filter narrows the list. */
  narrowed: boolean;
}

export interface ListOptions {
  pageSize?: number;
  sort?: string;
  filters?: readonly string[];
}

/** The list's page, sort, search and filters, read from and written to the address. */
export function useListState({ pageSize = 50, sort = '', filters }: ListOptions = {}): ListState {
  const [params, setParams] = useSearchParams();
  const names = (filters ?? []).join(' ');
  const defaults = useMemo(
    () => ({ pageSize, sort, filters: names === '' ? [] : names.split(' ') }),
    [pageSize, sort, names],
  );
  const position = useMemo(() => readListPosition(params, defaults), [params, defaults]);
  const change = useCallback(
    (next: Partial<ListPosition>, replace = false) =>
      setParams((current) => writeListPosition(current, next, defaults), { replace }),
    [setParams, defaults],
  );

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
    setPage: (page) => change({ page }),
    setPageSize: (size) => change({ pageSize: size }),
    setQuery: (query) => change({ query }, true),
    sortBy: (column) => change({ sort: nextSort(position.sort, column) }),
    setFilter: (name, value) => change({ filters: { ...position.filters, [name]: value } }),
    clear: () => change({ query: '', filters: {} }),
  };
}
