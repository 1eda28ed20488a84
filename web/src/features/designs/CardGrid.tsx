import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './cards.module.css';

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** A responsive grid of cards. */
export function CardGrid({ label, busy, children }: { label: string; busy?: boolean; children: ReactNode }) {
  return (
    <ul className={styles.grid} aria-label={label} aria-busy={busy}>
      {children}
    </ul>
  );
}

/** Placeholders shown while cards load. */
export function CardSkeletons() {
  return PLACEHOLDERS.map((key) => (
    <li key={key} className={styles.card}>
      <div className={styles.stage}>
        <Skeleton height="100%" />
      </div>
      <div className={styles.words}>
        <Skeleton height={12} width="70%" my={4} />
        <Skeleton height={10} width="45%" my={4} />
      </div>
    </li>
  ));
}
