import { type ComponentProps, type MouseEvent, useCallback, useSyncExternalStore } from 'react';

/** How to go to another place. The state is stored in the browser's history, as react-router stores it. */
interface Way {
  replace?: boolean;
  state?: unknown;
}

function read() {
  const { pathname, search, hash } = window.location;
  const stored = window.history.state as { usr?: unknown } | null;
  return { pathname, search, hash, state: stored?.usr ?? null };
}

let here = read();
const listeners = new Set<() => void>();

function moved(): void {
  here = read();
  for (const listener of listeners) listener();
}

window.addEventListener('popstate', () => {
  if (window.location.pathname === here.pathname) moved();
  else window.location.reload();
});

function navigate(to: string | number, { replace = false, state }: Way = {}): void {
  if (typeof to === 'number') {
    window.history.go(to);
    return;
  }
  const url = new URL(to, window.location.href);
  const method = replace ? 'replaceState' : 'pushState';
  window.history[method]({ usr: state ?? null }, '', url);
  if (url.pathname === here.pathname) moved();
  else window.location.reload();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useLocation = () => useSyncExternalStore(listen, () => here);

export const useNavigate = () => navigate;

export function useSearchParams(): [URLSearchParams, (next: Record<string, string>, way?: Way) => void] {
  const { search } = useLocation();
  const set = useCallback(
    (next: Record<string, string>, way?: Way) => navigate(`?${new URLSearchParams(next)}`, way),
    [],
  );
  return [new URLSearchParams(search), set];
}

let params: Record<string, string> = {};

/** Reads the parameters of the page's path, if the path matches a pattern such as "group/:id". */
export function enter(pattern: string): boolean {
  const wanted = pattern.split('/');
  const given = here.pathname.split('/').filter(Boolean);
  if (wanted.length !== given.length) return false;
  if (!wanted.every((part, i) => part.startsWith(':') || part === given[i])) return false;
  params = Object.fromEntries(
    wanted.flatMap((part, i) => (part.startsWith(':') ? [[part.slice(1), decoded(given[i] ?? '')]] : [])),
  );
  return true;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const pathParams = () => params;
export const useParams = pathParams;

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; state?: unknown };

/** A link. One with a state stores it in the history entry of the page that it leads to. */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (state === undefined || elsewhere || event.defaultPrevented) return;
    event.preventDefault();
    navigate(to, { state });
  };
  return <a {...rest} href={to} onClick={follow} />;
}
