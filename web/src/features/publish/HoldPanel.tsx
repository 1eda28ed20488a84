import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { publicationAddress } from '../../api/publications';
import { useFormat } from '../../i18n/useFormat';
import { dialog } from '../../ui/dialog/dialog';
import { followOperation } from '../../ui/progress/followed';
import { RunningProgress } from '../../ui/progress/RunningProgress';
import { StopNotice } from '../../ui/progress/StopNotice';
import { type Publication, publicationQuery, sendNow, undoPublication } from './api';

/** The time left to undo a publication, or the progress and result of undoing it. */
export function HoldPanel({ publication }: { publication: Publication }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const { busy, change } = useChange(publication);
  if (publication.undone_at && !publication.undo_finished_at) {
    return (
      <RunningProgress
        label={t('publish.hold.undoing')}
        startedAt={publication.undone_at}
        done={publication.undone_count}
        total={publication.published_count}
      />
    );
  }
  if (publication.undo_stop) {
    return (
      <StopNotice
        stop={publication.undo_stop}
        total={publication.published_count}
        title={(numbers) => t('publish.hold.undoStopped', numbers)}
        onResume={async () => {
          const resumed = await undoPublication(publication.uuid);
          queries.setQueryData(publicationQuery(publication.uuid).queryKey, resumed);
        }}
      >
        {publication.can_send_now && (
          <Button variant="default" size="xs" disabled={busy} onClick={() => void change(sendNow)}>
            {t('publish.hold.sendNow')}
          </Button>
        )}
      </StopNotice>
    );
  }
  if (publication.undone_at) {
    return (
      <div role="status">
        <Text fw={500}>{t('publish.hold.undone')}</Text>
        <Text c="dimmed">{t('publish.hold.taken', { number: format.number(publication.undone_count) })}</Text>
      </div>
    );
  }
  return publication.can_undo && publication.hold_until ? (
    <Waiting publication={publication} until={publication.hold_until} />
  ) : null;
}

function Waiting({ publication, until }: { publication: Publication; until: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { busy, change } = useChange(publication);
  const left = useTimeLeft(until);
  const published = publication.published_count;
  const numbers = { count: published, number: format.number(published) };
  const undo = async () => {
    const sure = await dialog.confirm({
      title: t('publish.hold.sureTitle', numbers),
      body: t('publish.hold.sureBody'),
      confirmLabel: t('publish.hold.confirm', numbers),
      danger: true,
    });
    if (!sure) return;
    await change(undoPublication);
    followOperation(publicationAddress(publication.uuid));
  };

  return (
    <Stack gap="xs">
      <Text>
        {t(publication.sending_email ? 'publish.hold.waiting' : 'publish.hold.waitingNoMails', {
          duration: format.duration(left),
        })}
      </Text>
      <Group gap="xs">
        <Button variant="default" size="xs" disabled={busy} onClick={() => void undo()}>
          {t('publish.hold.undo', numbers)}
        </Button>
        {publication.can_send_now && (
          <Button variant="subtle" size="xs" disabled={busy} onClick={() => void change(sendNow)}>
            {t('publish.hold.sendNow')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Returns a function that changes the publication and shows why that failed. */
function useChange({ uuid }: Publication) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const change = async (action: (uuid: string) => Promise<Publication>) => {
    setBusy(true);
    try {
      const changed = await action(uuid);
      queries.setQueryData(publicationQuery(uuid).queryKey, changed);
    } catch (error) {
      void dialog.warning({
        title: t('publish.hold.failed'),
        body: (error instanceof ApiError && error.lines.join('\n')) || t('problem.generic'),
      });
      void queries.invalidateQueries({ queryKey: publicationQuery(uuid).queryKey });
    }
    setBusy(false);
  };
  return { busy, change };
}

const TICK = 1000;

function useTimeLeft(until: string): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, new Date(until).getTime() - now);
}
