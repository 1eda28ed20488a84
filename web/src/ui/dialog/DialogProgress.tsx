import { Group, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { timeLeft } from '../../lib/eta';
import type { Progress as Work } from './store';

const TICK = 200;

/** A progress bar with counts and the remaining time, refreshed every 200 ms. Without counts it is indeterminate. */
export function DialogProgress({ progress }: { progress?: Work }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  if (!progress) return <Progress value={100} animated aria-label={t('ui.dialog.working')} />;

  const { done, total, startedAt } = progress;
  const left = timeLeft(startedAt, now, done, total);
  return (
    <Stack gap={6}>
      <Progress value={total > 0 ? (done / total) * 100 : 0} aria-label={t('ui.dialog.working')} />
      <Group justify="space-between" fz="xs" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
        <Text inherit>
          {t('ui.progress.counts', { done: format.number(done), total: format.number(total) })}
        </Text>
        {left !== null && left > 0 && (
          <Text inherit>{t('ui.progress.timeLeft', { duration: format.duration(left) })}</Text>
        )}
      </Group>
    </Stack>
  );
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(timer);
  }, []);
  return now;
}
