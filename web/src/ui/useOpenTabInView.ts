import { useEffect, useRef } from 'react';

/** Returns a ref for a row of tabs that scrolls horizontally. Whenever `open` changes, the open tab is scrolled into view. */
export function useOpenTabInView<T extends HTMLElement>(open: string) {
  const strip = useRef<T>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab that opens is what moves the row
  useEffect(() => {
    const row = strip.current;
    const tab = row?.querySelector('[aria-selected="true"], [aria-current="page"]');
    if (!row || !tab) return;
    // scrollIntoView would also scroll the page when it opens.
    const outer = row.getBoundingClientRect();
    const inner = tab.getBoundingClientRect();
    if (inner.left < outer.left) row.scrollLeft -= outer.left - inner.left;
    if (inner.right > outer.right) row.scrollLeft += inner.right - outer.right;
  }, [open]);
  return strip;
}
