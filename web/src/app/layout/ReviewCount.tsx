import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { waitingQuery } from '../../features/evidence/api';
import { openCountQuery } from '../../features/name-changes/api';
import { useFormat } from '../../i18n/useFormat';
import { OpenCount } from '../../ui/OpenCount';

/** The number of change requests and pieces of evidence that wait for an answer, shown in the navigation. */
export function ReviewCount() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: requests = 0 } = useQuery(openCountQuery());
  const { data: evidence = 0 } = useQuery(waitingQuery());
  const count = requests + evidence;
  return <OpenCount count={count} words={t('nav.waiting', { count, number: format.number(count) })} />;
}
