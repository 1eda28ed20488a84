import { useTranslation } from 'react-i18next';
import styles from './Logo.module.css';

const WREATH =
  'M17.1 23.2Q14.0 20.5 10.9 23.7Q14.4 26.3 17.1 23.2zM12.3 22.4Q11.3 18.4 7.0 19.1Q8.3 23.3 12.3 22.4zM8.9 18.9Q10.5 15.1 6.6 13.1Q5.1 17.3 8.9 18.9zM8.2 14.0Q11.7 11.9 9.7 8.0Q6.1 10.5 8.2 14.0zM10.3 9.9Q14.4 10.1 14.9 5.7Q10.5 5.8 10.3 9.9zM14.9 23.2Q17.6 26.3 21.1 23.7Q18.0 20.5 14.9 23.2zM19.7 22.4Q23.7 23.3 25.0 19.1Q20.7 18.4 19.7 22.4zM23.1 18.9Q26.9 17.3 25.4 13.1Q21.5 15.1 23.1 18.9zM23.8 14.0Q25.9 10.5 22.3 8.0Q20.3 11.9 23.8 14.0zM21.7 9.9Q21.5 5.8 17.1 5.7Q17.6 10.1 21.7 9.9z';

/** The product's sign and name. */
export function Logo({ size = 26 }: { size?: number }) {
  const { t } = useTranslation();
  return (
    <span className={styles.logo}>
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="7" className={styles.ground} />
        <path className={styles.leaf} d={WREATH} />
      </svg>
      <span>{t('product')}</span>
    </span>
  );
}
