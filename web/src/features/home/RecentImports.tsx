import { Anchor, Group as Row, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { StateDot, type StateTone } from '../../ui/StateDot';
import { type Import, recentImportsQuery } from './api';
import styles from './home.module.css';

const TONES: Partial<Record<Import['state'], StateTone>> = {
  completed: 'good',
  failed: 'bad',
  cancelled: 'quiet',
};

/** The latest imports and their results. Renders nothing if there are none. */
export function RecentImports() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: imports = [] } = useQuery(recentImportsQuery());
  if (imports.length === 0) return null;
  return (
    <section className={styles.recent}>
      <Row justify="space-between" mb="sm">
        <Title order={2} size="h3">
          {t('home.imports.title')}
        </Title>
        <Anchor component={Link} to="/imports">
          {t('home.imports.all')}
        </Anchor>
      </Row>
      <ul className={styles.imports}>
        {imports.map((one) => (
          <li key={one.uuid} className={styles.import}>
            <Link to={`/imports/${one.uuid}`} className={styles.importName}>
              <bdi>{one.file_name}</bdi>
            </Link>
            <StateDot tone={TONES[one.state] ?? 'waiting'}>{t(`imports.state.${one.state}`)}</StateDot>
            <span className={styles.importFacts}>
              {t('home.imports.rows', { count: one.total_rows, number: format.number(one.total_rows) })}
              {` · ${format.relative(one.created_at)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
