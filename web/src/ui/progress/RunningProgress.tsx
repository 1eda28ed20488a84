import { Group, Progress, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { timeLeft } from '../../lib/eta';
import styles from './RunningProgress.module.css';

const TICK = 200;

interface RunningProgressProps {
  /** What is going on, for those who cannot see the bar. */
  label: string;
  /** ISO instant. */
  startedAt: string;
  done: number;
  total: number;
}

/** Work that is under way: how much of it is done, and the time left at the pace so far. */
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
