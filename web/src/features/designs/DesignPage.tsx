import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { designQuery } from '../../api/queries/designs';
import { ErrorPage } from '../../ui/ErrorPage';
import { NotFound } from '../../ui/NotFound';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { DesignView } from './DesignView';

/** Page of one design with its preview, properties and usage. */
export function Component() {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const { data, error, refetch } = useQuery(designQuery(id));
  if (error instanceof ApiError && error.status === 404) {
    return <NotFound title={t('designs.notFound')} to="/designs" label={t('designs.title')} />;
  }
  if (error && !data) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;
  if (!data) return <PageSkeleton />;
  return <DesignView design={data} />;
}
