import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './imports.module.css';

/** A notice that requires no action. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div className={styles.notice}>
      <IconInfoCircle size={18} stroke={1.6} aria-hidden />
      <div>{children}</div>
    </div>
  );
}
