import styles from './Id.module.css';

/** An id to be read letter by letter. */
export function Id({ children }: { children: string }) {
  return (
    <bdi dir="ltr" className={styles.id}>
      {children}
    </bdi>
  );
}
