import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { isolate } from '../../lib/bidi';
import { useLinkToken } from '../../ui/useLinkToken';
import { invitationQuery } from './api';
import { RefereeAnswer } from './RefereeAnswer';
import styles from './referee.module.css';

interface RefereePageProps {
  /** Layout of public pages. */
  Frame: ComponentType<{ title: string; issuer?: { name: string; logo: string }; children: ReactNode }>;
}

/** Page where a referee writes a reference, through an emailed link and without signing in. */
export function RefereePage({ Frame }: RefereePageProps) {
  const { t } = useTranslation();
  const token = useLinkToken();
  const { data, error, refetch, isFetching } = useQuery(invitationQuery(token));
  if (!token || (error instanceof ApiError && error.status === 410)) {
    return (
      <Frame title={t('referee.over.title')}>
        <Stack gap="md" className={styles.page}>
          <Title order={1} size="h2">
            {t('referee.over.title')}
          </Title>
          <Text c="dimmed">{t('referee.over.text')}</Text>
        </Stack>
      </Frame>
    );
  }
  if (error) {
    const busy = error instanceof ApiError && error.status === 429;
    return (
      <Frame title={t('referee.pageTitle')}>
        <Stack gap="md" className={styles.page} align="flex-start">
          <Title order={1} size="h2">
            {t('referee.pageTitle')}
          </Title>
          <Text role="alert">{t(busy ? 'problem.highDemand' : 'referee.failed')}</Text>
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            {t('referee.retry')}
          </Button>
        </Stack>
      </Frame>
    );
  }
  if (!data) {
    return (
      <Frame title={t('referee.pageTitle')}>
        <Skeleton height={320} aria-busy className={styles.page} />
      </Frame>
    );
  }
  return (
    <Frame title={t('referee.heading', { name: isolate(data.recipient_name) })} issuer={data.issuer}>
      <RefereeAnswer token={token} invitation={data} />
    </Frame>
  );
}
