import { Anchor, CloseButton, Group, Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TASKS } from '../../api/queries/keys';
import { useFormat } from '../../i18n/useFormat';
import { timeLeft } from '../../lib/eta';
import styles from './ProgressTray.module.css';
import { type Task, type TaskProgress, useTasks } from './tasks';

const POLL_MS = 1000;

interface ProgressTrayProps {
  /** Reads the progress of a task from a URL. Returns null if the task no longer exists. */
  readTask: (url: string) => Promise<TaskProgress | null>;
}

/** A tray at the bottom of every page that shows background tasks with their progress and remaining time. */
export function ProgressTray({ readTask }: ProgressTrayProps) {
  const { t } = useTranslation();
  const tasks = useTasks((state) => state.tasks);
  if (tasks.length === 0) return null;
  return (
    <section className={styles.tray} aria-label={t('ui.progress.tray')}>
      {tasks.map((task) => (
        <TaskRow key={task.url} task={task} readTask={readTask} />
      ))}
    </section>
  );
}

function TaskRow({ task, readTask }: { task: Task } & ProgressTrayProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { report, dismiss } = useTasks();
  const state = task.progress?.state ?? 'running';
  const { data } = useQuery({
    queryKey: [...TASKS, task.url],
    queryFn: () => readTask(task.url),
    refetchInterval: POLL_MS,
    enabled: state === 'running',
  });

  useEffect(() => {
    if (data === null) dismiss(task.url);
    else if (data && !same(data, task.progress)) report(task.url, data);
  }, [data, dismiss, report, task]);

  const { done, total } = task.progress ?? { done: 0, total: 0 };
  const left = state === 'running' ? timeLeft(task.startedAt, Date.now(), done, total) : null;
  return (
    <div className={styles.task}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text fw={500}>{task.title}</Text>
        <CloseButton size="sm" aria-label={t('ui.progress.dismiss')} onClick={() => dismiss(task.url)} />
      </Group>
      <Progress
        value={total > 0 ? (done / total) * 100 : 0}
        color={state === 'failed' ? 'red' : undefined}
        aria-label={task.title}
        my={6}
      />
      <Group justify="space-between" fz="xs" c="dimmed" className={styles.numbers}>
        <Text inherit>
          {t('ui.progress.counts', { done: format.number(done), total: format.number(total) })}
        </Text>
        {left !== null && left > 0 && (
          <Text inherit>{t('ui.progress.timeLeft', { duration: format.duration(left) })}</Text>
        )}
        {state === 'failed' && <Text inherit>{t('ui.progress.failed')}</Text>}
        {state === 'done' &&
          (task.to ? (
            <Anchor component={Link} to={task.to} inherit>
              {t('ui.progress.show')}
            </Anchor>
          ) : (
            <Text inherit>{t('ui.progress.done')}</Text>
          ))}
      </Group>
    </div>
  );
}

function same(a: TaskProgress, b: TaskProgress | undefined): boolean {
  return a.state === b?.state && a.done === b.done && a.total === b.total;
}
