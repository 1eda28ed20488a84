import { Group, Progress, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { timeLeft } from '../../lib/eta';
import styles from './RunningProgress.module.css';

const TICK = 200;

interface RunningProgressProps {
  /** The accessible name of the progress bar. */
  label: string;
  /** An ISO 8601 timestamp. */
  startedAt: string;
  done: number;
  total: number;
}

/** A progress bar for running work, with the remaining time estimated from the speed so far. */
export function RunningProgress({ label, startedAt, done, total }: RunningProgressProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(timer);
  }, []);
  const left = timeLeft(new Date(startedAt).getTime(), now, done, total);
  return (
    <div>
      <Progress value={total > 0 ? (done / total) * 100 : 100} aria-label={label} mb={8} />
      <Group justify="space-between" fz="xs" c="dimmed" className={styles.numbers}>
        <Text inherit role="status">
          {t('ui.progress.counts', { done: format.number(done), total: format.number(total) })}
        </Text>
        {left !== null && left > 0 && (
          <Text inherit>{t('ui.progress.timeLeft', { duration: format.duration(left) })}</Text>
        )}
      </Group>
    </div>
  );
}
