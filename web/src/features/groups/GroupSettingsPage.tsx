import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { groupQuery } from '../../api/queries/groups';
import { ErrorPage } from '../../ui/ErrorPage';
import { NotFound } from '../../ui/NotFound';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { GroupSettings } from './GroupSettings';

/** Page with the settings of a group, and actions to archive or delete it. */
export function Component() {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const { data, error, refetch } = useQuery(groupQuery(id));
  if (error instanceof ApiError && error.status === 404) {
    return <NotFound title={t('groups.notFound')} to="/groups" label={t('groups.title')} />;
  }
  if (error && !data) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;
  if (!data) return <PageSkeleton />;
  return <GroupSettings key={data.id} group={data} />;
}
