import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { openCountQuery } from './api';
import styles from './OpenCount.module.css';

/** How many requests wait, beside the place where they are decided. */
export function OpenCount() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: count = 0 } = useQuery(openCountQuery());
  if (count === 0) return null;
  const number = format.number(count);
  return (
    <span className={styles.count}>
      <span aria-hidden>{number}</span>
      <span className={styles.spoken}>{t('nameChanges.waiting', { count, number })}</span>
    </span>
  );
}
