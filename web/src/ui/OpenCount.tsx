import { useFormat } from '../i18n/useFormat';
import styles from './OpenCount.module.css';

/** How much waits, beside the place where it is decided; nothing where nothing does. */
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
