import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { isolate } from '../../lib/bidi';
import { ErrorPage } from '../../ui/ErrorPage';
import { emailChoiceQuery, setEmailChoice } from './api';
import styles from './OpenPage.module.css';

interface EmailsPageProps {
  /** Layout of public pages. */
  Frame: ComponentType<{ title: string; children: ReactNode }>;
}

/** Page of an email's link that stops its like. Only the button does, because mail scanners open links but press no buttons. */
export function EmailsPage({ Frame }: EmailsPageProps) {
  const { t } = useTranslation();
  const token = useParams().token ?? '';
  const queries = useQueryClient();
  const query = emailChoiceQuery(token);
  const { data, error, refetch } = useQuery(query);
  const save = useMutation({
    mutationFn: (wanted: boolean) => setEmailChoice(token, wanted),
    onSuccess: (choice) => queries.setQueryData(query.queryKey, choice),
  });
  const title = t('recipient.emails.title');
  if (error instanceof ApiError && error.status === 404)
    return (
      <Frame title={title}>
        <Stack gap="md" className={styles.words}>
          <Title order={1} size="h2">
            {t('recipient.emails.missing.title')}
          </Title>
          <Text c="dimmed">{t('recipient.emails.missing.text')}</Text>
        </Stack>
      </Frame>
    );
  if (!data)
    return (
      <Frame title={title}>
        {error ? <ErrorPage part onRetry={() => void refetch()} /> : <Skeleton height={160} aria-busy />}
      </Frame>
    );
  return (
    <Frame title={title}>
      <Stack gap="md" className={styles.words}>
        <div role="status">
          <Title order={1} size="h2">
            {data.wanted ? title : t('recipient.emails.stopped.title')}
          </Title>
          <Text c="dimmed" mt="md">
            {t(`recipient.emails.topic.${data.topic}`, { issuer: isolate(data.issuer) })}
          </Text>
          <Text c="dimmed">{t('recipient.emails.address', { email: isolate(data.address) })}</Text>
        </div>
        <Group>
          <Button
            variant={data.wanted ? 'filled' : 'default'}
            loading={save.isPending}
            onClick={() => save.mutate(!data.wanted)}
          >
            {t(data.wanted ? 'recipient.emails.stop' : 'recipient.emails.start')}
          </Button>
          <Button component={Link} to="/me/settings" variant="subtle">
            {t('recipient.emails.all')}
          </Button>
        </Group>
      </Stack>
    </Frame>
  );
}
