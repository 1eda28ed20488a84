import { Code } from '@mantine/core';
import styles from './Copied.module.css';
import { CopyButton } from './CopyButton';

interface CopiedProps {
  value: string;
  /** Names what is copied, such as "Copy link". */
  label: string;
  /** Shows only the beginning of a long value. */
  cut?: boolean;
}

/** A value for another system, with a button that copies it. */
export function Copied({ value, label, cut = false }: CopiedProps) {
  return (
    <span className={styles.copied}>
      <Code dir="ltr" className={cut ? styles.cut : styles.value}>
        {value}
      </Code>
      <CopyButton value={value} label={label} />
    </span>
  );
}
