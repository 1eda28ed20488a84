import type { ReactNode } from 'react';
import styles from './SkipLink.module.css';

/** The first tab stop: a link that skips the navigation. */
export function SkipLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a className={styles.skip} href={`#${to}`}>
      {children}
    </a>
  );
}
