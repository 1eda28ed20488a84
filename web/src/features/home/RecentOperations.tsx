import { Progress, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { StateDot, type StateTone } from '../../ui/StateDot';
import { isOpen, type Operation } from './api';
import styles from './home.module.css';

const TONES: Record<Operation['state'], StateTone> = {
  waiting: 'waiting',
  running: 'waiting',
  finished: 'good',
  cancelled: 'quiet',
  stopped: 'bad',
  failed: 'bad',
};

/** The newest operations with their progress or results. Renders nothing if there are none. */
export function RecentOperations({ operations }: { operations: readonly Operation[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (operations.length === 0) return null;
  return (
    <section aria-labelledby="home-operations">
      <Title order={2} size="h3" mb="sm" id="home-operations">
        {t('home.operations.title')}
      </Title>
      <ul className={styles.rows}>
        {operations.map((one) => (
          <li key={one.uuid} className={styles.operation}>
            <Link to={one.page} className={styles.rowName}>
              {t(one.undo_of ? 'operations.undoing' : `operations.kind.${one.kind}`)}
            </Link>
            <StateDot tone={TONES[one.state]}>{t(`home.operations.state.${one.state}`)}</StateDot>
            <span className={styles.operationFacts}>
              {t('ui.progress.counts', {
                done: format.number(one.done_count + one.unchanged_count),
                total: format.number(one.input_count),
              })}
              {' · '}
              <bdi>{one.by}</bdi>
              {` · ${format.relative(one.created_at)}`}
            </span>
            {isOpen(one) && one.input_count > 0 && (
              <Progress
                className={styles.progress}
                value={(100 * (one.done_count + one.unchanged_count + one.refused_count)) / one.input_count}
                aria-label={t(`operations.kind.${one.kind}`)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
