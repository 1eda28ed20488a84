import { CopyButton } from '../../ui/CopyButton';
import styles from './ApiDocs.module.css';

/** A piece of code or JSON that can be copied. `label` says what the button copies. */
export function Code({ text, label }: { text: string; label: string }) {
  return (
    <div className={styles.code} dir="ltr">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre tabIndex={0}>{text}</pre>
      <span className={styles.copy}>
        <CopyButton value={text} label={label} />
      </span>
    </div>
  );
}
