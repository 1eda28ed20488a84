import { Anchor, Button, Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../api/errors';
import { exportAddress } from '../../api/exports';
import { useFormat } from '../../i18n/useFormat';
import { hideOperation } from '../../ui/progress/followed';
import { RunningProgress } from '../../ui/progress/RunningProgress';
import { toast } from '../../ui/toast/toast';
import { download, type Export, exportQuery, hasFiles, PART_SIZE } from './api';
import styles from './exports.module.css';

/** The progress of a bundle, then its files. */
export function ExportView({ uuid, onClose }: { uuid: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error } = useQuery(exportQuery(uuid));
  const finished = data?.state === 'finished';
  useEffect(() => {
    // The result is shown here, so it is removed from the tray.
    if (finished) hideOperation(exportAddress(uuid));
  }, [finished, uuid]);
  return (
    <Stack gap="md">
      {error && !data && <Text c="dimmed">{t('exports.lost')}</Text>}
      {data && !finished && <Making bundle={data} />}
      {data && finished && <Made bundle={data} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t(finished ? 'ui.dialog.close' : 'exports.background')}
        </Button>
        {data && finished && hasFiles(data) && data.part_count === 1 && <DownloadButton uuid={uuid} />}
      </Group>
    </Stack>
  );
}

interface DownloadButtonProps {
  uuid: string;
  quiet?: boolean;
  /** The number of the ZIP if there are several, starting at 1. */
  part?: number;
  of?: number;
}

/** Downloads a ZIP of a finished bundle. */
export function DownloadButton({ uuid, quiet, part = 1, of = 1 }: DownloadButtonProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const fetchIt = async () => {
    setBusy(true);
    try {
      await download(uuid, part);
    } catch (error) {
      const lines = error instanceof ApiError ? error.lines : [];
      toast.formWarning(t('exports.failed'), lines);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size={quiet ? 'xs' : 'sm'}
      variant={quiet ? 'default' : 'filled'}
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={busy}
      onClick={() => void fetchIt()}
    >
      {of > 1
        ? t('exports.parts.download', { part: format.number(part), total: format.number(of) })
        : t('exports.download')}
    </Button>
  );
}

/** The ZIPs of a bundle that is split because of its size. */
function Parts({ bundle }: { bundle: Export }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { uuid, part_count: count } = bundle;
  return (
    <div>
      <Text mb={8}>
        {t('exports.parts.about', { count, number: format.number(count), most: format.number(PART_SIZE) })}
      </Text>
      <ul className={styles.parts}>
        {Array.from({ length: count }, (_, at) => at + 1).map((part) => (
          <li key={part}>
            <DownloadButton uuid={uuid} part={part} of={count} quiet />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Making({ bundle }: { bundle: Export }) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <RunningProgress
        label={t('exports.making')}
        startedAt={bundle.created_at}
        done={bundle.ready_count + bundle.left_out_count}
        total={bundle.input_count}
      />
      <Text c="dimmed">{t('exports.goesOn')}</Text>
    </Stack>
  );
}

function Made({ bundle }: { bundle: Export }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { ready_count: ready, left_out_count: leftOut, input_count: total, left_out } = bundle;
  const Icon = leftOut > 0 ? IconAlertTriangle : IconCheck;
  const more = leftOut - left_out.length;
  return (
    <Stack gap="md">
      <Group wrap="nowrap" gap="sm" role="status">
        <ThemeIcon variant="light" radius="xl" size={32} color={leftOut > 0 ? 'yellow' : 'laurel'}>
          <Icon size={18} aria-hidden />
        </ThemeIcon>
        <div>
          <Text fw={500}>
            {t('exports.result', { count: total, ready: format.number(ready), total: format.number(total) })}
          </Text>
          {ready > 0 && (
            <Text c="dimmed">{t('exports.until', { date: format.dateTime(bundle.expires_at) })}</Text>
          )}
        </div>
      </Group>
      {ready > 0 && bundle.part_count > 1 && <Parts bundle={bundle} />}
      {leftOut > 0 && (
        <div>
          <Text fw={500}>{t('exports.leftOut')}</Text>
          <ul className={styles.leftOut}>
            {left_out.map(({ credential_id, recipient_name, reason }) => (
              <li key={credential_id}>
                <Anchor component={Link} to={`/credentials/${credential_id}`} inherit>
                  <bdi>{recipient_name || credential_id}</bdi>
                </Anchor>
                {': '}
                {t(`exports.reason.${reason}`)}
              </li>
            ))}
          </ul>
          {more > 0 && (
            <Text c="dimmed">{t('exports.more', { count: more, number: format.number(more) })}</Text>
          )}
        </div>
      )}
    </Stack>
  );
}
