import { Tabs, type TabsListProps } from '@mantine/core';
import styles from './TabStrip.module.css';
import { useOpenTabInView } from './useOpenTabInView';

/** The tabs of a page in one row. If the row overflows, it scrolls horizontally and keeps the open tab visible. */
export function TabStrip({ open, ...rest }: TabsListProps & { open: string }) {
  const strip = useOpenTabInView<HTMLDivElement>(open);
  return <Tabs.List mb="md" ref={strip} className={styles.strip} {...rest} />;
}
