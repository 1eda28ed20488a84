import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ParseKeys } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { TOKENS } from '../../api/queries/keys';
import { useSession } from '../../api/session';
import { completeCompanySignIn } from './api';
import { FrontPage } from './FrontPage';
import { SecondFactorForm } from './SecondFactorForm';
import { isRefusal, Unavailable } from './Unavailable';

/** Where a browser comes back to from a provider: it signs in, or shows why it can't. */
export function Component() {
  const { t, i18n } = useTranslation();
  const [params] = useSearchParams();
  const code = params.get('error');
  const { status, error, refetch } = useQuery({
    queryKey: [...TOKENS, 'company'],
    queryFn: completeCompanySignIn,
    enabled: code === null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const [again, setAgain] = useState(false);
  const signedIn = useSession((state) => state.status === 'signedIn');
  const step = error instanceof ApiError ? error.secondFactor : undefined;

  if (again) return <Navigate to="/sign-in" replace />;
  if (step && !signedIn) return <SecondFactorForm step={step} onAgain={() => setAgain(true)} />;
  if (status === 'success' || step) return <Navigate to="/" replace />;
  if (code === null && status === 'pending') return <FrontPage title={t('signIn.ssoWorking')} />;
  if (code === null && !isRefusal(error)) return <Unavailable onRetry={() => void refetch()} />;
  const key = `errors.${code ?? 'sso.expired'}`;
  const lead = i18n.exists(key) ? t(key as ParseKeys) : t('problem.generic');
  return (
    <FrontPage title={t('signIn.ssoFailed')} lead={String(lead)}>
      <Button component={Link} to="/sign-in" fullWidth>
        {t('signIn.submit')}
      </Button>
    </FrontPage>
  );
}
