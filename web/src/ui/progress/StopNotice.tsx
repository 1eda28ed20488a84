import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import type { components } from '../../api/schema.v1.gen';
import { useFormat } from '../../i18n/useFormat';
import { dialog } from '../dialog/dialog';

interface Props {
  stop: components['schemas']['Stop'];
  total: number;
  /** Replaces the title for some kinds of work. It gets the numbers of items that are done and of all. */
  title?: (numbers: { done: string; total: string }) => string;
  /** Resumes the work, if the user may do that. */
  onResume: () => Promise<void>;
  /** Other ways to go on. */
  children?: ReactNode;
}

/** Explains why background work stopped early, and offers to resume it if the user may do that. */
export function StopNotice({ stop, total, title, onResume, children }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const left = { count: stop.not_done_count, number: format.number(stop.not_done_count) };
  const numbers = { done: format.number(total - stop.not_done_count), total: format.number(total) };
  const resume = async () => {
    setBusy(true);
    try {
      await onResume();
    } catch (error) {
      void dialog.warning({
        title: t('stopped.failed'),
        body: (error instanceof ApiError && error.lines.join('\n')) || t('problem.generic'),
      });
    }
    setBusy(false);
  };
  return (
    <Alert
      color="yellow"
      role="status"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={title ? title(numbers) : t('stopped.title', numbers)}
    >
      <Stack gap="xs" align="flex-start">
        <Text>{stop.message}</Text>
        <Text>{t('stopped.rest', left)}</Text>
        <Group gap="xs">
          {stop.can_resume && (
            <Button
              size="xs"
              loading={busy}
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              onClick={() => void resume()}
            >
              {t('stopped.resume', left)}
            </Button>
          )}
          {children}
        </Group>
      </Stack>
    </Alert>
  );
}
