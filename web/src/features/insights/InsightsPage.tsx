import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { AccessDenied } from '../../ui/AccessDenied';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { NotFound } from '../../ui/NotFound';
import { PageHeader } from '../../ui/PageHeader';
import { REPORTS, type Report, type ReportName, reportQuery } from './api';
import { ChartPanel } from './ChartPanel';
import { Figures } from './Figures';
import { ReportTable } from './ReportTable';
import { ReportTabs } from './ReportTabs';
import { ScopeBar } from './ScopeBar';
import { useScope } from './useScope';

/** The figures of the department: one report at a time, of a period and a part of the department that are in the URL. */
export function Component() {
  const { t } = useTranslation();
  const { report = 'overview' } = useParams();
  const name = REPORTS.find((one) => one === report);
  const mayView = usePermission('view_analytics');
  const mayAudit = usePermission('view_audit_log');
  if (!name) return <NotFound title={t('insights.unknown')} to="/insights" label={t('insights.title')} />;
  return (
    <>
      <PageHeader
        title={t('insights.title')}
        subtitle={t('insights.subtitle')}
        action={
          mayView && (
            <Button
              component={Link}
              to="/insights/reports"
              variant="default"
              leftSection={<IconCalendarTime size={16} aria-hidden />}
            >
              {t('insights.scheduled.title')}
            </Button>
          )
        }
      />
      {!mayView ? (
        <AccessDenied permission="view_analytics" />
      ) : name === 'team' && !mayAudit ? (
        <AccessDenied permission="view_audit_log" />
      ) : (
        <ReportView name={name} />
      )}
    </>
  );
}

function ReportView({ name }: { name: ReportName }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { scope, compare, set, search } = useScope();
  const { data, error, refetch, isPlaceholderData } = useQuery(reportQuery(name, { ...scope, compare }));
  return (
    <Stack gap="md">
      <ReportTabs open={name} search={search} />
      <ScopeBar scope={scope} compare={compare} report={data} onChange={set} />
      {error && !isPlaceholderData && !data ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : !data ? (
        <Loading />
      ) : isEmpty(data) ? (
        <EmptyState title={t('insights.empty.title')} description={t('insights.empty.description')} />
      ) : (
        <Stack gap="md" aria-busy={isPlaceholderData}>
          <Figures report={data} scope={scope} />
          {data.series.length > 0 && <ChartPanel key={name} name={name} report={data} />}
          {data.row_kind && data.rows.length > 0 && <ReportTable name={name} report={data} />}
          {data.counted_at && (
            <Text c="dimmed" size="xs">
              {t('insights.counted', { time: format.relative(data.counted_at), zone: data.time_zone })}
            </Text>
          )}
        </Stack>
      )}
    </Stack>
  );
}

/** Whether nothing at all happened in the period. */
function isEmpty(report: Report): boolean {
  return (
    report.series.every(({ values }) => values.every((value) => value === 0)) &&
    report.figures.every(({ value, whole }) => !value && !whole)
  );
}

function Loading() {
  return (
    <Stack gap="md">
      <Skeleton height={120} />
      <Skeleton height={320} />
    </Stack>
  );
}
