import { useEffect, useRef } from 'react';

/** Returns a ref for a row of tabs that scrolls horizontally, and keeps the open tab in view. `open` identifies that tab. */
export function useOpenTabInView<T extends HTMLElement>(open: string) {
  const strip = useRef<T>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab that opens is what moves the row
  useEffect(() => {
    const row = strip.current;
    const tab = row?.querySelector('[aria-selected="true"], [aria-current="page"]');
    if (!row || !tab) return;
    // The tabs become wider once their font has loaded, which calls this again.
    const observer = new ResizeObserver(() => scrollTo(row, tab));
    observer.observe(tab);
    return () => observer.disconnect();
  }, [open]);
  return strip;
}

/** Scrolls the row as far as the tab needs. scrollIntoView would also scroll the page when it opens. */
function scrollTo(row: Element, tab: Element): void {
  const outer = row.getBoundingClientRect();
  const inner = tab.getBoundingClientRect();
  if (inner.left < outer.left) row.scrollLeft -= outer.left - inner.left;
  if (inner.right > outer.right) row.scrollLeft += inner.right - outer.right;
}
