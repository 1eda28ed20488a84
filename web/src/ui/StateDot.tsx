import styles from './StateDot.module.css';

export type StateTone = 'good' | 'waiting' | 'bad' | 'quiet';

/** A state as a word with a dot; the dot only repeats what the word says. */
export function StateDot({ tone, children }: { tone: StateTone; children: string }) {
  return (
    <span className={styles.state} data-tone={tone}>
      {children}
    </span>
  );
}
