import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { OpenCount as Count } from '../../ui/OpenCount';
import { openCountQuery } from './api';

/** Number of pending requests, shown in the navigation. */
export function OpenCount() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: count = 0 } = useQuery(openCountQuery());
  const number = format.number(count);
  return <Count count={count} words={t('nameChanges.waiting', { count, number })} />;
}
