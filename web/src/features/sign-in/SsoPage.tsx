import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { TOKENS } from '../../api/queries/keys';
import { useSession } from '../../api/session';
import { safeReturnPath, sanitizedAddress } from '../../lib/urls';
import { ReturnButton } from '../../ui/ReturnButton';
import { singleSignOn } from './api';
import { FrontPage } from './FrontPage';
import { SecondFactorForm } from './SecondFactorForm';
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

  const [again, setAgain] = useState(false);
  const signedIn = useSession((state) => state.status === 'signedIn');
  const step = error instanceof ApiError ? error.secondFactor : undefined;

  // The key is used up, so that a new start is a sign-in with the password.
  if (again) return <Navigate to="/sign-in" replace />;
  if (step && !signedIn) return <SecondFactorForm step={step} onAgain={() => setAgain(true)} />;
  if (status === 'success' || step)
    return <Navigate to={safeReturnPath(params.get('next')) ?? '/'} replace />;
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
