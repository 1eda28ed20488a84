import { Area, AreaChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useFormat } from '../../i18n/useFormat';
import { useDirectionOfLanguage } from '../../i18n/useLanguage';
import styles from './home.module.css';

interface TrendChartProps {
  days: readonly string[];
  values: readonly number[];
  /** What the chart shows, in a sentence. */
  label: string;
}

/** One line over days without axes. Time runs in the direction of reading, and the arrow keys move from day to day. */
export function TrendChart({ days, values, label }: TrendChartProps) {
  const format = useFormat();
  const direction = useDirectionOfLanguage();
  const rows = days.map((day, i) => ({ day, value: values[i] ?? 0 }));
  return (
    <div className={styles.chart} dir="ltr">
      <ResponsiveContainer width="100%" height="100%">
        <AreaChart
          data={rows}
          margin={{ top: 6, right: 2, bottom: 2, left: 2 }}
          accessibilityLayer
          title={label}
        >
          <XAxis dataKey="day" hide reversed={direction === 'rtl'} />
          <YAxis hide domain={[0, 'dataMax']} />
          <Tooltip
            isAnimationActive={false}
            content={({ active, payload }) => {
              const row = payload?.[0]?.payload as (typeof rows)[number] | undefined;
              if (!active || !row) return null;
              return (
                <div className={styles.tip} dir={direction}>
                  <strong>{format.date(row.day)}</strong>
                  <div>{format.number(row.value)}</div>
                </div>
              );
            }}
          />
          <Area dataKey="value" type="linear" className={styles.line} isAnimationActive={false} dot={false} />
        </AreaChart>
      </ResponsiveContainer>
    </div>
  );
}
