import { Button, Progress, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../api/errors';
import { type BillingUsage, usageQuery } from '../../api/queries/billing';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { Panel } from '../../ui/Panel';
import styles from './Billing.module.css';
import { lastDay } from './dates';
import { TransferDialog } from './TransferDialog';

type Allowance = BillingUsage['departments'][number];

/** The credits of this billing year: what was used, what is left, and how long that lasts. */
export default function UsageTab() {
  const { data, error, refetch } = useQuery(usageQuery());
  if (error instanceof ApiError && error.status === 404) return <NoPlan />;
  if (error && !data) return <ErrorPage part onRetry={() => void refetch()} detail={error.message} />;
  if (!data) return <Skeleton height={240} />;
  return (
    <Stack gap="md">
      <Period usage={data} />
      {data.months.length > 0 && <Months usage={data} />}
      {data.departments.length > 0 && <Departments usage={data} />}
    </Stack>
  );
}

/** What a department without a plan sees. */
function NoPlan() {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t('billing.none.title')}
      description={t('billing.none.text')}
      action={
        <Button component={Link} to="/billing/plan">
          {t('billing.none.action')}
        </Button>
      }
    />
  );
}

function Period({ usage }: { usage: BillingUsage }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { subscription, used, left, total, forecast } = usage;
  const low = usage.warning_percent !== null;
  const figures = [
    [t('billing.usage.left'), format.number(left)],
    [t('billing.usage.used'), format.number(used)],
    [t('billing.usage.total'), format.number(total)],
  ] as const;
  return (
    <Panel
      title={t('billing.usage.period', {
        from: format.date(subscription.period_start),
        until: format.date(lastDay(subscription.period_end)),
      })}
      description={t('billing.usage.can', { count: left, number: format.number(left) })}
    >
      <dl className={styles.figures}>
        {figures.map(([label, value]) => (
          <div key={label} className={styles.figure}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Progress
        value={total > 0 ? Math.min(100, ((total - left) / total) * 100) : 0}
        color={low ? 'yellow' : undefined}
        aria-label={t('billing.usage.bar')}
        size="lg"
      />
      {forecast && (
        <Text c="dimmed">
          {forecast.runs_out_on
            ? t('billing.usage.runsOut', { date: format.date(forecast.runs_out_on) })
            : t('billing.usage.lasts', { number: format.number(forecast.expected) })}
        </Text>
      )}
    </Panel>
  );
}

function Months({ usage }: { usage: BillingUsage }) {
  const { t } = useTranslation();
  const format = useFormat();
  const most = Math.max(...usage.months.map((month) => month.used));
  return (
    <Panel title={t('billing.usage.months')}>
      <Table>
        <Table.Thead className={styles.hidden}>
          <Table.Tr>
            <Table.Th>{t('billing.usage.month')}</Table.Th>
            <Table.Th>{t('billing.usage.share')}</Table.Th>
            <Table.Th>{t('billing.usage.used')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {usage.months.map(({ month, used }) => (
            <Table.Tr key={month}>
              <Table.Td className={styles.month}>{format.month(month)}</Table.Td>
              <Table.Td className={styles.wide}>
                <div className={styles.bar} style={{ inlineSize: `${(used / most) * 100}%` }} />
              </Table.Td>
              <Table.Td className={styles.number}>{format.number(used)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

function Departments({ usage }: { usage: BillingUsage }) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayManage = usePermission('manage_billing');
  const [open, setOpen] = useState<Allowance | null>(null);
  return (
    <Panel title={t('billing.departments.title')} description={t('billing.departments.lead')}>
      <Table.ScrollContainer minWidth={420}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('billing.departments.name')}</Table.Th>
              <Table.Th className={styles.number}>{t('billing.usage.used')}</Table.Th>
              <Table.Th className={styles.number}>{t('billing.usage.left')}</Table.Th>
              {mayManage && <Table.Th aria-label={t('billing.transfer.action')} />}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {usage.departments.map((one) => (
              <Table.Tr key={one.id}>
                <Table.Td>
                  <bdi>{one.name || t('departments.unnamed')}</bdi>
                </Table.Td>
                <Table.Td className={styles.number}>{one.funded ? format.number(one.used) : '–'}</Table.Td>
                <Table.Td className={styles.number}>{one.funded ? format.number(one.left) : '–'}</Table.Td>
                {mayManage && (
                  <Table.Td className={styles.number}>
                    <Button size="compact-sm" variant="default" onClick={() => setOpen(one)}>
                      {t('billing.transfer.action')}
                    </Button>
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {open && <TransferDialog department={open} left={usage.left} onClose={() => setOpen(null)} />}
    </Panel>
  );
}
