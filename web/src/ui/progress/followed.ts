import { create } from 'zustand';
import { readStored, writeStored } from '../../lib/storage';

/** What this browser remembers of operations, by the path of the page with their result. */
interface Followed {
  /** Operations that were started here. The tray shows their result when they end. */
  started: readonly string[];
  /** Operations that the tray no longer shows. */
  hidden: readonly string[];
  /** Counts the starts, after each of which the tray asks the server again. */
  starts: number;
}

const STORAGE_KEY = 'laurel.operations';
const MOST = 50;

export const useFollowed = create<Followed>()(() => ({ ...stored(), starts: 0 }));

/** Shows an operation that was just started in the tray, and its result when it ends. */
export function followOperation(page: string): void {
  const { started, hidden, starts } = useFollowed.getState();
  put({ started: added(started, page), hidden: without(hidden, page) }, starts + 1);
}

/** Removes an operation from the tray. */
export function hideOperation(page: string): void {
  const { started, hidden, starts } = useFollowed.getState();
  if (!hidden.includes(page)) put({ started: without(started, page), hidden: added(hidden, page) }, starts);
}

const without = (pages: readonly string[], page: string) => pages.filter((other) => other !== page);
const added = (pages: readonly string[], page: string) => [...without(pages, page), page].slice(-MOST);

function put(lists: Pick<Followed, 'started' | 'hidden'>, starts: number): void {
  useFollowed.setState({ ...lists, starts });
  writeStored(STORAGE_KEY, JSON.stringify(lists));
}

function stored(): Pick<Followed, 'started' | 'hidden'> {
  try {
    const value: unknown = JSON.parse(readStored(STORAGE_KEY) ?? '{}');
    const { started, hidden } = (value ?? {}) as Record<string, unknown>;
    return { started: pagesOf(started), hidden: pagesOf(hidden) };
  } catch {
    return { started: [], hidden: [] };
  }
}

// Functions, unlike constants, exist by the time the store above reads what was stored.
function pagesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((page): page is string => typeof page === 'string') : [];
}
