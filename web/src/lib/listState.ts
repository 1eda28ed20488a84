/** The state of a list, all of which is in the URL, so that a link opens the same list. */
export interface ListPosition {
  page: number;
  pageSize: number;
  /** The sort column, with a leading minus for descending order. Empty for the default order. */
  sort: string;
  query: string;
  /** The cursor of the page, for pages beyond MAX_OFFSET. */
  cursor: string;
  filters: Record<string, string>;
}

export interface ListDefaults {
  pageSize: number;
  sort: string;
  /** The query parameters of the list's filters. Other parameters are left unchanged. */
  filters: readonly string[];
}

export const MAX_PAGE_SIZE = 1000;

/** The maximum number of rows before a page. Later pages can only be reached one after the other, by cursor. */
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

/** Returns the query parameters after a change. Every change except of the page goes back to the first page. */
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

/** Returns the sort after a click on a column header: ascending, then descending, then ascending again. */
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
