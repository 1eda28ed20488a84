import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router';
import { safeReturnPath } from '../../lib/urls';
import { singleSignOn } from './api';
import { FrontPage } from './FrontPage';

/** Where a one-use key from another system lands: in, or told why not. */
export function Component() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const key = params.get('key') ?? '';
  const { status } = useQuery({
    queryKey: ['sso', key],
    queryFn: () => singleSignOn(key),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

  if (status === 'success') return <Navigate to={safeReturnPath(params.get('next')) ?? '/'} replace />;
  if (status === 'pending') return <FrontPage title={t('signIn.ssoWorking')} />;
  return (
    <FrontPage title={t('signIn.ssoFailed')} lead={t('signIn.ssoFailedLead')}>
      <Button component={Link} to="/sign-in" fullWidth>
        {t('signIn.submit')}
      </Button>
    </FrontPage>
  );
}
