import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router';
import { TOKENS } from '../../api/queries/keys';
import { safeReturnPath, sanitizedAddress } from '../../lib/urls';
import { ReturnButton } from '../../ui/ReturnButton';
import { singleSignOn } from './api';
import { FrontPage } from './FrontPage';
import { isRefusal, Unavailable } from './Unavailable';

/** Signs in with a single-use key from another system, or shows why that failed. */
export function Component() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const key = params.get('key') ?? '';
  const { status, error, refetch } = useQuery({
    queryKey: [...TOKENS, 'sso', key],
    queryFn: () => singleSignOn(key),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

  if (status === 'success') return <Navigate to={safeReturnPath(params.get('next')) ?? '/'} replace />;
  if (status === 'pending') return <FrontPage title={t('signIn.ssoWorking')} />;
  if (!isRefusal(error)) return <Unavailable onRetry={() => void refetch()} />;
  return (
    <FrontPage title={t('signIn.ssoFailed')} lead={t('signIn.ssoFailedLead')}>
      <Button component={Link} to="/sign-in" fullWidth>
        {t('signIn.submit')}
      </Button>
      <ReturnButton address={sanitizedAddress(params.get('redirect_to'))} />
    </FrontPage>
  );
}
