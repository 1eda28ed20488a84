import { useTranslation } from 'react-i18next';
import styles from './Logo.module.css';

const WREATH =
  'M13.6 23.7Q12.0 21.3 8.7 23.1Q11.5 25.7 13.6 23.7zM14.3 22.5Q15.0 19.6 11.4 18.4Q11.4 22.2 14.3 22.5zM9.2 20.8Q9.1 17.7 5.1 17.1Q6.1 21.0 9.2 20.8zM10.2 20.3Q12.4 18.2 10.2 14.8Q8.0 18.2 10.2 20.3zM7.1 15.7Q8.8 13.1 5.9 10.3Q4.5 14.0 7.1 15.7zM8.2 15.9Q11.3 15.5 11.4 11.5Q7.7 12.9 8.2 15.9zM8.5 10.1Q11.3 9.2 10.6 5.4Q7.3 7.4 8.5 10.1zM9.3 11.1Q11.9 12.6 14.2 9.5Q10.5 8.4 9.3 11.1zM18.4 23.7Q20.5 25.7 23.3 23.1Q20.0 21.3 18.4 23.7zM17.7 22.5Q20.6 22.2 20.6 18.4Q17.0 19.6 17.7 22.5zM22.8 20.8Q25.9 21.0 26.9 17.1Q22.9 17.7 22.8 20.8zM21.8 20.3Q24.0 18.2 21.8 14.8Q19.6 18.2 21.8 20.3zM24.9 15.7Q27.5 14.0 26.1 10.3Q23.2 13.1 24.9 15.7zM23.8 15.9Q24.3 12.9 20.6 11.5Q20.7 15.5 23.8 15.9zM23.5 10.1Q24.7 7.4 21.4 5.4Q20.7 9.2 23.5 10.1zM22.7 11.1Q21.5 8.4 17.8 9.5Q20.1 12.6 22.7 11.1z';

/** The product's logo and name. */
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
