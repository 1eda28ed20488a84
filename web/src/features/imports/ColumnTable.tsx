import { Select, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import type { AttributeKey } from './api';
import styles from './imports.module.css';
import {
  asksForOrder,
  bothDays,
  type Draft,
  orderMatters,
  takenTargets,
  withDateOrder,
  withTarget,
} from './mapping';
import { TargetSelect } from './TargetSelect';
import type { DateOrder, ImportColumn } from './types';

const SAMPLES = 3;

interface ColumnTableProps {
  columns: readonly ImportColumn[];
  draft: Draft;
  attributes: readonly AttributeKey[];
  /** The keys of attributes that contain dates. */
  dates: ReadonlySet<string>;
  onChange: (draft: Draft) => void;
  onNewAttribute?: (index: number) => void;
}

/** The columns of the file with sample values, each next to its target. */
export function ColumnTable({
  columns,
  draft,
  attributes,
  dates,
  onChange,
  onNewAttribute,
}: ColumnTableProps) {
  const { t } = useTranslation();
  const taken = takenTargets(draft);
  return (
    <ul className={styles.columns} aria-label={t('imports.map.title')}>
      {columns.map((column) => {
        const { index, name } = column;
        const said = draft.columns[index] ?? { target: '', dateOrder: '' };
        return (
          <li key={index} data-skipped={said.target === '' || undefined}>
            <ColumnFacts column={column} />
            <div className={styles.becomes}>
              <TargetSelect
                label={t('imports.map.becomes', { column: name })}
                skippable
                value={said.target}
                taken={taken}
                attributes={attributes}
                onChange={(target) => onChange(withTarget(draft, index, target))}
                onNewAttribute={onNewAttribute && (() => onNewAttribute(index))}
              />
              {orderMatters(draft, column, dates) && (
                <DateOrderSelect
                  column={column}
                  value={said.dateOrder}
                  open={asksForOrder(draft, column, dates)}
                  onChange={(order) => onChange(withDateOrder(draft, index, order))}
                />
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function ColumnFacts({ column: { name, samples, filled } }: { column: ImportColumn }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className={styles.column}>
      <Text fw={500} className={styles.cut}>
        <bdi>{name}</bdi>
      </Text>
      <Text c="dimmed" fz="xs" className={styles.cut}>
        {filled === 0 ? (
          t('imports.map.nothingIn')
        ) : (
          <>
            {samples.slice(0, SAMPLES).map((sample, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: samples may be alike, and never move
              <Fragment key={place}>
                <bdi>{sample}</bdi>
                {' · '}
              </Fragment>
            ))}
            {t('imports.map.filled', { count: filled, number: format.number(filled) })}
          </>
        )}
      </Text>
    </div>
  );
}

interface DateOrderSelectProps {
  column: ImportColumn;
  value: DateOrder;
  /** Whether the order has not been chosen yet. */
  open: boolean;
  onChange: (order: DateOrder) => void;
}

/** Selects the day and month order of a column, with an example of how one of its values would be read. */
function DateOrderSelect({ column, value, open, onChange }: DateOrderSelectProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const sample = column.samples.find((text) => {
    const days = bothDays(text);
    return days !== null && days.dmy !== days.mdy;
  });
  const days = sample === undefined ? null : bothDays(sample);
  const words = (order: 'dmy' | 'mdy') =>
    days === null
      ? t(`imports.map.order.${order}`)
      : t(`imports.map.orderOf.${order}`, { sample, day: format.date(days[order]) });
  return (
    <Select
      aria-label={t('imports.map.orderLabel', { column: column.name })}
      placeholder={t('imports.map.orderAsk')}
      error={open ? t('imports.map.orderHelp') : undefined}
      value={value || null}
      data={(['dmy', 'mdy'] as const).map((order) => ({ value: order, label: words(order) }))}
      onChange={(order) => onChange((order ?? '') as DateOrder)}
    />
  );
}
