import { useTranslation } from 'react-i18next';
import styles from './Logo.module.css';

/** The product's sign and name. */
export function Logo({ size = 26 }: { size?: number }) {
  const { t } = useTranslation();
  return (
    <span className={styles.logo}>
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="7" className={styles.ground} />
        <g className={styles.stem}>
          <path d="M11 7c-4.5 4.5-4.5 13 5 18" />
          <path d="M21 7c4.5 4.5 4.5 13-5 18" />
        </g>
        <g className={styles.leaf}>
          <path d="M10.6 8.3c-2.6-.3-4.2.7-5 2.3 1.9.6 3.8.1 5-2.3zM8.3 13c-2.5-.9-4.4-.2-5.5 1.2 1.7 1 3.7 1 5.5-1.2zM8.7 18.2c-2.5-.1-4 1.1-4.6 2.7 1.9.4 3.7-.3 4.6-2.7z" />
          <path d="M21.4 8.3c2.6-.3 4.2.7 5 2.3-1.9.6-3.8.1-5-2.3zM23.7 13c2.5-.9 4.4-.2 5.5 1.2-1.7 1-3.7 1-5.5-1.2zM23.3 18.2c2.5-.1 4 1.1 4.6 2.7-1.9.4-3.7-.3-4.6-2.7z" />
        </g>
      </svg>
      <span>{t('product')}</span>
    </span>
  );
}
