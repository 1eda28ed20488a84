import { useTranslation } from 'react-i18next';
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { useFormat } from '../../i18n/useFormat';
import { useDirectionOfLanguage } from '../../i18n/useLanguage';
import type { Report } from './api';
import styles from './insights.module.css';
import { useTimes } from './useTimes';

interface SeriesChartProps {
  series: Report['series'][number];
  report: Pick<Report, 'times' | 'interval' | 'time_zone'>;
  /** What the chart shows, in a sentence. */
  label: string;
  height?: number;
}

const TICK = { fill: 'var(--lr-dim)', fontSize: 13 };

/**
 * One line over time, with the period before as a dashed line. Time runs in the direction of reading. The arrow keys move
 * from value to value.
 */
export function SeriesChart({ series, report, label, height = 280 }: SeriesChartProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const times = useTimes(report);
  const mirrored = useDirectionOfLanguage() === 'rtl';
  const rows = report.times.map((time, i) => ({
    time,
    now: series.values[i] ?? 0,
    before: series.previous?.[i] ?? null,
  }));
  return (
    <div className={styles.chart} dir="ltr" style={{ height }}>
      <ResponsiveContainer width="100%" height="100%">
        <ComposedChart
          data={rows}
          margin={{ top: 8, right: 8, bottom: 0, left: 8 }}
          accessibilityLayer
          title={label}
        >
          <CartesianGrid vertical={false} stroke="var(--lr-hairline)" />
          <XAxis
            dataKey="time"
            reversed={mirrored}
            tickFormatter={times.short}
            minTickGap={40}
            tickLine={false}
            tick={TICK}
            stroke="var(--lr-control)"
          />
          <YAxis
            orientation={mirrored ? 'right' : 'left'}
            allowDecimals={false}
            tickFormatter={(value: number) => format.number(value)}
            tickLine={false}
            axisLine={false}
            width={48}
            tick={TICK}
          />
          <Tooltip
            isAnimationActive={false}
            content={({ active, payload }) => {
              const row = payload?.[0]?.payload as (typeof rows)[number] | undefined;
              if (!active || !row) return null;
              return (
                <div className={styles.tip} dir={mirrored ? 'rtl' : 'ltr'}>
                  <strong>{times.long(row.time)}</strong>
                  <div>{format.number(row.now)}</div>
                  {row.before !== null && (
                    <div>{t('insights.before', { value: format.number(row.before) })}</div>
                  )}
                </div>
              );
            }}
          />
          <Area
            dataKey="now"
            type="linear"
            className={styles.area}
            isAnimationActive={false}
            dot={rows.length < 32}
          />
          {series.previous && (
            <Line
              dataKey="before"
              type="linear"
              className={styles.before}
              strokeDasharray="4 4"
              dot={false}
              isAnimationActive={false}
            />
          )}
        </ComposedChart>
      </ResponsiveContainer>
      {series.previous && (
        <p className={styles.legend} dir={mirrored ? 'rtl' : 'ltr'}>
          <span className={styles.solid} aria-hidden /> {t('insights.chart.now')}
          <span className={styles.dashed} aria-hidden /> {t('insights.chart.before')}
        </p>
      )}
    </div>
  );
}
