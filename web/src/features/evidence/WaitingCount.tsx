import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { OpenCount } from '../../ui/OpenCount';
import { waitingQuery } from './api';

/** Number of pending evidence items, shown in the navigation. */
export function WaitingCount() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: count = 0 } = useQuery(waitingQuery());
  const number = format.number(count);
  return <OpenCount count={count} words={t('evidence.waiting', { count, number })} />;
}
