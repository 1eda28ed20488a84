import styles from './Id.module.css';

/** An ID without ligatures and contextual alternates, so that each character is shown as it is. */
export function Id({ children }: { children: string }) {
  return (
    <bdi dir="ltr" className={styles.id}>
      {children}
    </bdi>
  );
}
