import type { ReactNode } from 'react';
import styles from './ApiDocs.module.css';

/** A section heading with a link to itself. */
export function Heading({ id, children }: { id: string; children: ReactNode }) {
  return (
    <h2 id={id} className={styles.heading}>
      <a href={`#${id}`}>{children}</a>
    </h2>
  );
}
