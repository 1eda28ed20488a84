import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { TOKENS } from '../../api/queries/keys';
import { loadSession } from '../../api/session';
import { verifyEmail } from './api';
import { FrontPage } from './FrontPage';
import { isRefusal, Unavailable } from './Unavailable';

/** Confirms an email address with the token from the email. */
export function Component() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const { status, error, refetch } = useQuery({
    queryKey: [...TOKENS, 'verify-email', token],
    queryFn: () => verifyEmail(token),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

  useEffect(() => {
    if (status === 'success') void loadSession().catch(() => undefined);
  }, [status]);

  if (status === 'pending') return <FrontPage title={t('signIn.verifying')} />;
  if (error && !isRefusal(error)) return <Unavailable onRetry={() => void refetch()} />;
  const confirmed = status === 'success';
  return (
    <FrontPage
      title={t(confirmed ? 'signIn.verified' : 'signIn.verifyFailed')}
      lead={t(confirmed ? 'signIn.verifiedLead' : 'signIn.verifyFailedLead')}
    >
      <Button component={Link} to="/" fullWidth>
        {t('signIn.toDashboard')}
      </Button>
    </FrontPage>
  );
}
