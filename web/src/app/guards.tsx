import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router';
import { loadSession, useSession } from '../api/session';
import { isolate } from '../lib/bidi';
import { ErrorPage } from '../ui/ErrorPage';
import { PageSkeleton } from '../ui/PageSkeleton';
import { signInPath } from './places';

/** Requires a sign-in. Others are sent to the sign-in page and return afterwards. */
export function RequireSession() {
  const { t } = useTranslation();
  const status = useSession((state) => state.status);
  const { pathname, search } = useLocation();
  if (status === 'unknown') return <PageSkeleton />;
  if (status === 'unreachable') {
    return (
      <ErrorPage
        description={t('problem.noAnswer')}
        onRetry={() => void loadSession().catch(() => undefined)}
      />
    );
  }
  if (status === 'signedOut') return <Navigate to={signInPath(pathname + search)} replace />;
  return <Outlet />;
}

const EnrolPage = lazy(() => import('../features/account/EnrolPage'));

/** Requires a selected department whose name is known, and the network and the second factor that it may require. */
export function RequireDepartment() {
  const department = useSession((state) => state.session?.department);
  const mustEnrol = useSession((state) => state.session?.second_factor.required);
  const address = useSession((state) => state.session?.refused_address);
  const { t } = useTranslation();
  if (address) {
    return (
      <ErrorPage
        title={t('problem.networkTitle')}
        description={t('problem.network', { address: isolate(address) })}
        onRetry={() => void loadSession().catch(() => undefined)}
      />
    );
  }
  if (mustEnrol) {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <EnrolPage />
      </Suspense>
    );
  }
  return department ? <Outlet key={department.id} /> : <Navigate to="/departments/new" replace />;
}
