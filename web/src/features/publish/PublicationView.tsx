import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { publicationAddress } from '../../api/publications';
import { CREDENTIALS, DESIGNS, GROUPS, invalidate } from '../../api/queries/keys';
import { hideOperation } from '../../ui/progress/followed';
import { RunningProgress } from '../../ui/progress/RunningProgress';
import { type Publication, publicationQuery } from './api';
import { PublicationResult } from './PublicationResult';
import { publicationDone } from './progress';

interface PublicationViewProps {
  uuid: string;
  onClose: () => void;
}

/** The progress of a publication, then its result. */
export function PublicationView({ uuid, onClose }: PublicationViewProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data, error } = useQuery(publicationQuery(uuid));
  const finished = data?.state === 'finished';

  useEffect(() => {
    if (!finished) return;
    // The result is shown here, so it is removed from the tray.
    hideOperation(publicationAddress(uuid));
    void invalidate(queries, CREDENTIALS, GROUPS, DESIGNS);
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
  return (
    <Stack gap="md">
      <RunningProgress
        label={t('publish.titleRunning')}
        startedAt={publication.created_at}
        done={publicationDone(publication)}
        total={publication.input_count}
      />
      <Text c="dimmed">{t('publish.goesOn')}</Text>
    </Stack>
  );
}
