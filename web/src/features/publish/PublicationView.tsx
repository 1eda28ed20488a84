import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { publicationAddress } from '../../api/publications';
import { useFormat } from '../../i18n/useFormat';
import { useTasks } from '../../ui/progress/tasks';
import { type Publication, publicationQuery } from './api';
import { PublicationResult } from './PublicationResult';
import { publicationProgress } from './progress';

const TICK = 200;

interface PublicationViewProps {
  uuid: string;
  onClose: () => void;
}

/** A publication while it runs, and its result when it has finished. */
export function PublicationView({ uuid, onClose }: PublicationViewProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data, error } = useQuery(publicationQuery(uuid));
  const finished = data?.state === 'finished';

  useEffect(() => {
    if (!finished) return;
    // Seen here, it need not wait in the tray.
    useTasks.getState().dismiss(publicationAddress(uuid));
    for (const key of ['credentials', 'groups', 'designs'])
      void queries.invalidateQueries({ queryKey: [key] });
  }, [finished, queries, uuid]);

  return (
    <Stack gap="md">
      {error && !data && <Text c="dimmed">{t('publish.lost')}</Text>}
      {data && !finished && <Running publication={data} />}
      {data && finished && <PublicationResult publication={data} />}
      <Group justify="flex-end">
        <Button variant={finished ? 'filled' : 'default'} onClick={onClose}>
          {t(finished ? 'ui.dialog.close' : 'publish.background')}
        </Button>
      </Group>
    </Stack>
  );
}

function Running({ publication }: { publication: Publication }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(timer);
  }, []);
  const { done, total, percent, left } = publicationProgress(publication, now);
  return (
    <div>
      <Progress value={percent} aria-label={t('publish.titleRunning')} mb={8} />
      <Group justify="space-between" fz="xs" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
        <Text inherit role="status">
          {t('ui.progress.counts', { done: format.number(done), total: format.number(total) })}
        </Text>
        {left !== null && left > 0 && (
          <Text inherit>{t('ui.progress.timeLeft', { duration: format.duration(left) })}</Text>
        )}
      </Group>
      <Text c="dimmed" mt="md">
        {t('publish.goesOn')}
      </Text>
    </div>
  );
}
