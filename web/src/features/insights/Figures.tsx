import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import type { Figure, Report, Scope, Stage } from './api';
import { BehindDialog } from './BehindDialog';
import styles from './insights.module.css';
import { useWords } from './useWords';

/** The figures of a report, each with its definition and with the period before. */
export function Figures({ report, scope }: { report: Report; scope: Scope }) {
  const { t } = useTranslation();
  const [behind, setBehind] = useState<Stage | null>(null);
  const period: Scope = { ...scope, start_date: report.start_date, end_date: report.end_date };
  return (
    <section aria-label={t('insights.figures')}>
      <dl className={styles.figures}>
        {report.figures.map((figure) => (
          <FigureCard key={figure.name} figure={figure} onBehind={setBehind} />
        ))}
      </dl>
      {behind && <BehindDialog stage={behind} scope={period} onClose={() => setBehind(null)} />}
    </section>
  );
}

function FigureCard({ figure, onBehind }: { figure: Figure; onBehind: (stage: Stage) => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useWords();
  const { name, value, part, whole, rate, previous } = figure;
  const stage = figure.stage as Stage | null;
  const some = rate ? (part ?? 0) > 0 : (value ?? 0) > 0;
  return (
    <div className={styles.figure}>
      <dt>{words.name(name)}</dt>
      <dd className={styles.value} data-none={value === null || undefined}>
        {words.value(value, rate)}
      </dd>
      {rate && (
        <dd className={styles.fact}>
          {t('insights.partOf', { part: format.number(part ?? 0), whole: format.number(whole ?? 0) })}
        </dd>
      )}
      {previous !== null && (
        <dd className={styles.fact}>{t('insights.before', { value: words.value(previous, rate) })}</dd>
      )}
      <dd className={styles.definition}>{words.definition(name)}</dd>
      {stage && some && (
        <dd>
          <UnstyledButton
            className={styles.behind}
            aria-label={t('insights.behind.of', { stage: words.name(stage) })}
            onClick={() => onBehind(stage)}
          >
            {t('insights.behind.open')}
          </UnstyledButton>
        </dd>
      )}
    </div>
  );
}
