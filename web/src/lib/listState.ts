/** Where a list stands: all of it lives in the address, so that a link shows the same list. */
export interface ListPosition {
  page: number;
  pageSize: number;
  /** A column, with a leading minus for descending; empty for the list's own order. */
  sort: string;
  query: string;
  /** Where the page begins, in a list that is too long to count its pages from the start. */
  cursor: string;
  filters: Record<string, string>;
}

export interface ListDefaults {
  pageSize: number;
  sort: string;
  /** The names of the filters this list knows; other parameters are left alone. */
  filters: readonly string[];
}

export const MAX_PAGE_SIZE = 1000;

/** How many rows a page may have before it; the pages beyond are reached one after the other. */
export const MAX_OFFSET = 10_000;

export function readListPosition(params: URLSearchParams, defaults: ListDefaults): ListPosition {
  const filters: Record<string, string> = {};
  for (const name of defaults.filters) {
    const value = params.get(name);
    if (value) filters[name] = value;
  }
  return {
    page: positive(params.get('page')) ?? 1,
    pageSize: Math.min(positive(params.get('page_size')) ?? defaults.pageSize, MAX_PAGE_SIZE),
    sort: params.get('sort') ?? defaults.sort,
    query: params.get('query') ?? '',
    cursor: params.get('cursor') ?? '',
    filters,
  };
}

/** Writes a change into the parameters; anything but turning a page goes back to the first one. */
export function writeListPosition(
  params: URLSearchParams,
  change: Partial<ListPosition>,
  defaults: ListDefaults,
): URLSearchParams {
  const current = readListPosition(params, defaults);
  const next = { ...current, page: 1, cursor: '', ...change };
  const written = new URLSearchParams(params);
  put(written, 'page', next.page === 1 ? '' : String(next.page));
  put(written, 'page_size', next.pageSize === defaults.pageSize ? '' : String(next.pageSize));
  put(written, 'sort', next.sort === defaults.sort ? '' : next.sort);
  put(written, 'query', next.query);
  put(written, 'cursor', next.cursor);
  for (const name of defaults.filters) put(written, name, next.filters[name] ?? '');
  return written;
}

/** The sort after pressing a column's head: ascending, then descending, then ascending again. */
export function nextSort(current: string, column: string): string {
  return current === column ? `-${column}` : column;
}

function positive(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function put(params: URLSearchParams, name: string, value: string): void {
  if (value === '') params.delete(name);
  else params.set(name, value);
}
