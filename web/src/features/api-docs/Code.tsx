import { CopyButton } from '../../ui/CopyButton';
import styles from './ApiDocs.module.css';

/** A block of code or JSON with a copy button. `label` is the label of the button. */
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
