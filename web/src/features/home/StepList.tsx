import { Button, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import type { Home } from './api';
import styles from './home.module.css';
import type { Step, StepName } from './steps';

interface StepListProps {
  steps: readonly Step[];
  /** The latest group, which the steps for credentials and publishing link to. */
  group: Home['groups'][number] | undefined;
}

/** The main workflow as a list of steps. */
export function StepList({ steps, group }: StepListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const groupPath = group ? `/groups/${group.id}` : '/groups';
  const places: Record<StepName, string> = {
    design: '/designs/new',
    group: '/groups/new',
    credentials: group ? `${groupPath}/credentials/new` : '/groups',
    publish: groupPath,
  };
  return (
    <section className={styles.steps} aria-label={t('home.steps.label')}>
      <Title order={2} size="h3">
        {t('home.steps.title')}
      </Title>
      <ol>
        {steps.map(({ name, done, current }, index) => (
          <li
            key={name}
            className={styles.step}
            data-done={done || undefined}
            aria-current={current ? 'step' : undefined}
          >
            <span className={styles.mark}>
              {done ? (
                <IconCheck size={16} stroke={2.4} role="img" aria-label={t('home.steps.done')} />
              ) : (
                format.number(index + 1)
              )}
            </span>
            <div className={styles.stepWords}>
              <h3>{t(`home.steps.${name}.title`)}</h3>
              <p>{t(`home.steps.${name}.text`)}</p>
            </div>
            {!done && (
              <Button component={Link} to={places[name]} variant={current ? 'filled' : 'default'}>
                {t(`home.steps.${name}.action`)}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
