import type { ReactNode } from 'react';
import styles from './SkipLink.module.css';

/** The first stop of the keyboard: past the navigation, straight to the content. */
export function SkipLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a className={styles.skip} href={`#${to}`}>
      {children}
    </a>
  );
}
