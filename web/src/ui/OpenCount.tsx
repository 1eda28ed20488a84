import { useFormat } from '../i18n/useFormat';
import styles from './OpenCount.module.css';

/** The number of pending items, beside a navigation link. Renders nothing for 0. */
export function OpenCount({ count, words }: { count: number; words: string }) {
  const format = useFormat();
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden>{format.number(count)}</span>
      <span className={styles.spoken}>{words}</span>
    </span>
  );
}
