import { Tabs, type TabsListProps } from '@mantine/core';
import { useEffect, useRef } from 'react';
import styles from './TabStrip.module.css';

/** The tabs of a page in one row. If the row overflows, it scrolls horizontally and keeps the open tab visible. */
export function TabStrip({ open, ...rest }: TabsListProps & { open: string }) {
  const strip = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab that opens is what moves the row
  useEffect(() => {
    const tab = strip.current?.querySelector('[aria-selected="true"]');
    if (!strip.current || !tab) return;
    // scrollIntoView would also scroll the page when it opens.
    const row = strip.current.getBoundingClientRect();
    const box = tab.getBoundingClientRect();
    if (box.left < row.left) strip.current.scrollLeft -= row.left - box.left;
    if (box.right > row.right) strip.current.scrollLeft += box.right - row.right;
  }, [open]);
  return <Tabs.List mb="md" ref={strip} className={styles.strip} {...rest} />;
}
