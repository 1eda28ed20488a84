import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { dialog } from '../../ui/dialog/dialog';
import { ErrorPage } from '../../ui/ErrorPage';
import { StateDot } from '../../ui/StateDot';
import { toast } from '../../ui/toast/toast';
import { revokeOtherSessions, revokeSession, type SignedIn, sessionsQuery } from './api';
import styles from './SessionList.module.css';
import { describeBrowser } from './userAgent';

/** The user's sessions, each with a button to end it. */
export function SessionList() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  if (error) return <ErrorPage part onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Stack gap="sm">
        <Skeleton height={40} />
        <Skeleton height={40} />
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <ul className={styles.list}>
        {data.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {data.length > 1 && <EndOthers />}
    </Stack>
  );
}

/** Ends all other sessions after confirmation. */
function EndOthers() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: revokeOtherSessions,
    onSuccess: () => toast.success(t('account.othersEnded')),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const ask = async () => {
    const sure = await dialog.confirm({
      title: t('account.endOthersTitle'),
      body: t('account.endOthersBody'),
      confirmLabel: t('account.endOthers'),
      danger: true,
    });
    if (sure) revoke.mutate();
  };
  return (
    <Group>
      <Button variant="default" loading={revoke.isPending} onClick={() => void ask()}>
        {t('account.endOthers')}
      </Button>
    </Group>
  );
}

function SessionRow({ session }: { session: SignedIn }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeSession(session.id),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const name = describeBrowser(session.user_agent) ?? t('account.unknownBrowser');
  return (
    <li className={styles.row}>
      <div>
        <Text fw={500}>{name}</Text>
        <Text fz="xs" c="dimmed">
          {t('account.sessionLine', { ip: session.ip, when: format.relative(session.last_seen_at) })}
        </Text>
      </div>
      <Group>
        {session.current ? (
          <StateDot tone="good">{t('account.thisSession')}</StateDot>
        ) : (
          <Button
            variant="default"
            size="compact-sm"
            loading={revoke.isPending}
            aria-label={t('account.endSessionOf', { name })}
            onClick={() => revoke.mutate()}
          >
            {t('account.endSession')}
          </Button>
        )}
      </Group>
    </li>
  );
}
