import styles from './StateDot.module.css';

export type StateTone = 'good' | 'waiting' | 'bad' | 'quiet';

/** A status as text with a coloured dot. The dot carries no extra information. */
export function StateDot({ tone, children }: { tone: StateTone; children: string }) {
  return (
    <span className={styles.state} data-tone={tone}>
      {children}
    </span>
  );
}
