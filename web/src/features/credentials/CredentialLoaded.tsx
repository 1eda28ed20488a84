import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { ErrorPage } from '../../ui/ErrorPage';
import { NotFound } from '../../ui/NotFound';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { type Credential, credentialQuery, type Group, groupQuery } from './api';

interface CredentialLoadedProps {
  uuid: string;
  children: (credential: Credential, group: Group) => ReactNode;
}

/** Waits for a credential and its group, and says so when there is none. */
export function CredentialLoaded({ uuid, children }: CredentialLoadedProps) {
  const { t } = useTranslation();
  const credential = useQuery(credentialQuery(uuid));
  const groupId = credential.data?.group_id ?? 0;
  const group = useQuery({ ...groupQuery(groupId), enabled: groupId > 0 });
  const error = credential.error ?? group.error;
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
