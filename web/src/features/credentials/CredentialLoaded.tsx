import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { groupQuery } from '../../api/queries/groups';
import { TEST_PARAM } from '../../api/testMode';
import { ErrorPage } from '../../ui/ErrorPage';
import { NotFound } from '../../ui/NotFound';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { type Credential, credentialQuery, type Group } from './api';

interface CredentialLoadedProps {
  uuid: string;
  children: (credential: Credential, group: Group) => ReactNode;
}

/** Loads a credential and its group, or shows that it does not exist. */
export function CredentialLoaded({ uuid, children }: CredentialLoadedProps) {
  const { t } = useTranslation();
  const credential = useQuery(credentialQuery(uuid));
  const groupId = credential.data?.group_id ?? 0;
  const group = useQuery({ ...groupQuery(groupId), enabled: groupId > 0 });
  const error = credential.error ?? group.error;
  useModeInAddress(credential.data?.test === true);
  if (error instanceof ApiError && error.status === 404) {
    return <NotFound title={t('credentials.notFound')} to="/credentials" label={t('credentials.title')} />;
  }
  if (error) {
    return (
      <ErrorPage
        onRetry={() => void Promise.all([credential.refetch(), group.refetch()])}
        detail={error.message}
      />
    );
  }
  if (!credential.data || !group.data) return <PageSkeleton />;
  return children(credential.data, group.data);
}

/** Adds the test parameter to the URL of a test credential. Links may omit it, but the actions on the page need it. */
function useModeInAddress(test: boolean) {
  const [params, setParams] = useSearchParams();
  const missing = test && !params.has(TEST_PARAM);
  useEffect(() => {
    if (missing) {
      setParams((now) => new URLSearchParams([...now, [TEST_PARAM, 'true']]), { replace: true });
    }
  }, [missing, setParams]);
}
