import { Button, Group, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isolate } from '../../lib/bidi';
import { ErrorPage } from '../../ui/ErrorPage';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast/toast';
import { type Notifications, notificationsQuery, resumeIssuer, setNotification, type Topic } from './api';
import styles from './SettingsPage.module.css';

const TOPICS: readonly Topic[] = ['credentials', 'changes', 'requests', 'references', 'reminders'];

/** Which emails the recipient receives: a switch for each topic, and the issuers whose emails they stopped. */
export function NotificationsPanel() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(notificationsQuery());
  return (
    <Panel title={t('recipient.notifications.title')} description={t('recipient.notifications.lead')}>
      {error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={160} aria-busy />
      ) : (
        <>
          <Stack gap="sm">
            {TOPICS.map((topic) => (
              <TopicSwitch key={topic} topic={topic} wanted={data[topic]} />
            ))}
          </Stack>
          {data.stopped_issuers.length > 0 && <StoppedIssuers issuers={data.stopped_issuers} />}
        </>
      )}
    </Panel>
  );
}

/** Returns a mutation that keeps the answer of the server. */
function useChoice<T>(mutationFn: (of: T) => Promise<Notifications>, said: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (saved) => {
      queries.setQueryData(notificationsQuery().queryKey, saved);
      toast.success(said);
    },
  });
}

function TopicSwitch({ topic, wanted }: { topic: Topic; wanted: boolean }) {
  const { t } = useTranslation();
  const save = useChoice((next: boolean) => setNotification(topic, next), t('recipient.notifications.saved'));
  return (
    <Switch
      label={t(`recipient.notifications.topic.${topic}`)}
      description={t(`recipient.notifications.help.${topic}`)}
      checked={save.isPending ? save.variables : wanted}
      disabled={save.isPending}
      onChange={(event) => save.mutate(event.currentTarget.checked)}
    />
  );
}

function StoppedIssuers({ issuers }: { issuers: Notifications['stopped_issuers'] }) {
  const { t } = useTranslation();
  const resume = useChoice(resumeIssuer, t('recipient.notifications.saved'));
  return (
    <div>
      <Text fw={500}>{t('recipient.notifications.stopped')}</Text>
      <ul className={styles.addresses}>
        {issuers.map((issuer) => (
          <li key={issuer.id}>
            <Text className={styles.address}>
              <bdi>{issuer.name}</bdi>
            </Text>
            <Group>
              <Button
                variant="default"
                size="compact-sm"
                loading={resume.isPending && resume.variables === issuer.id}
                aria-label={t('recipient.notifications.resumeOf', { issuer: isolate(issuer.name) })}
                onClick={() => resume.mutate(issuer.id)}
              >
                {t('recipient.notifications.resume')}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </div>
  );
}
