import { Anchor, Button, Group, Skeleton, Table, Title } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import type { Trend } from './api';
import styles from './home.module.css';

// The library for charts is larger than the page, which is useful before it has loaded.
const TrendChart = lazy(async () => ({ default: (await import('./TrendChart')).TrendChart }));

/** The series with a chart. */
const SHOWN = ['published', 'views', 'shares', 'verifications'];

/** The last 30 days as small charts, or as a table of the same numbers. */
export function TrendPanel({ trend }: { trend: Trend }) {
  const { t } = useTranslation();
  const [table, setTable] = useState(false);
  const series = trend.series.filter(({ name }) => SHOWN.includes(name));
  const search = new URLSearchParams({ start_date: trend.days[0] ?? '' });
  return (
    <section className={styles.recent} aria-labelledby="home-trend">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3" id="home-trend">
          {t('home.trend.title')}
        </Title>
        <Group gap="md">
          <Button
            variant="default"
            size="xs"
            aria-pressed={table}
            leftSection={<IconTable size={14} aria-hidden />}
            onClick={() => setTable(!table)}
          >
            {t('insights.chart.table')}
          </Button>
          <Anchor component={Link} to={`/insights?${search}`}>
            {t('home.trend.all')}
          </Anchor>
        </Group>
      </Group>
      {table ? (
        <TrendTable days={trend.days} series={series} />
      ) : (
        <ul className={styles.trends}>
          {series.map((one) => (
            <TrendCard key={one.name} days={trend.days} series={one} />
          ))}
        </ul>
      )}
    </section>
  );
}

type Series = Trend['series'][number];

function TrendCard({ days, series }: { days: Trend['days']; series: Series }) {
  const { t } = useTranslation();
  const format = useFormat();
  const name = t(`insights.name.${series.name}`);
  const previous = t('insights.before', { value: format.number(series.previous) });
  return (
    <li className={styles.trend}>
      <span className={styles.countOf}>{name}</span>
      <span className={styles.count}>{format.number(series.total)}</span>
      <span className={styles.groupFacts}>{previous}</span>
      <Suspense fallback={<Skeleton height={64} />}>
        <TrendChart
          days={days}
          values={series.values}
          label={t('home.trend.chart', { name, total: format.number(series.total) })}
        />
      </Suspense>
    </li>
  );
}

function TrendTable({ days, series }: { days: Trend['days']; series: readonly Series[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Table.ScrollContainer minWidth={400} mah={320} tabIndex={0} aria-labelledby="home-trend">
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('insights.chart.day')}</Table.Th>
            {series.map(({ name }) => (
              <Table.Th scope="col" key={name} ta="end">
                {t(`insights.name.${name}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.map((day, i) => (
            <Table.Tr key={day}>
              <Table.Th scope="row" fw={400}>
                {format.date(day)}
              </Table.Th>
              {series.map(({ name, values }) => (
                <Table.Td key={name} ta="end">
                  {format.number(values[i] ?? 0)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
