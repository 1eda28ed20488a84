import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { dialog } from '../dialog/dialog';
import { ErrorPage } from '../ErrorPage';
import { StateDot } from '../StateDot';
import { toast } from '../toast/toast';
import styles from './SessionList.module.css';
import { describeBrowser } from './userAgent';

interface SignedIn {
  id: number;
  current: boolean;
  user_agent: string;
  ip: string;
  last_seen_at: string;
}

interface SessionListProps {
  /** The sessions, the current one first; undefined while they load. */
  sessions: readonly SignedIn[] | undefined;
  error: Error | null;
  onRetry: () => void;
  onEnd: (id: number) => Promise<unknown>;
  onEndOthers: () => Promise<unknown>;
}

/** Where someone is signed in, with a button to end each session, and all but the current one. */
export function SessionList({ sessions, error, onRetry, onEnd, onEndOthers }: SessionListProps) {
  if (error && !sessions) return <ErrorPage part onRetry={onRetry} />;
  if (!sessions) {
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
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={onEnd} />
        ))}
      </ul>
      {sessions.length > 1 && <EndOthers onEndOthers={onEndOthers} />}
    </Stack>
  );
}

/** Ends all other sessions after confirmation. */
function EndOthers({ onEndOthers }: Pick<SessionListProps, 'onEndOthers'>) {
  const { t } = useTranslation();
  const revoke = useMutation({
    mutationFn: onEndOthers,
    onSuccess: () => toast.success(t('account.othersEnded')),
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

function SessionRow({ session, onEnd }: { session: SignedIn } & Pick<SessionListProps, 'onEnd'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const revoke = useMutation({ mutationFn: () => onEnd(session.id) });
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
