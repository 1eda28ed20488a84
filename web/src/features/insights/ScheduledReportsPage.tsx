import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import {
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { AccessDenied } from '../../ui/AccessDenied';
import { ActionMenu } from '../../ui/ActionMenu';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { useListState } from '../../ui/list/useListState';
import { PageHeader } from '../../ui/PageHeader';
import { StateDot } from '../../ui/StateDot';
import { type Column, DataTable } from '../../ui/table/DataTable';
import { ReportDialog } from './ReportDialog';
import { reportsQuery, type ScheduledReport } from './reports';
import { useReportActions } from './useReportActions';
import { useReportWords } from './useReportWords';

/** The reports that members get by email every week or month. */
export function Component() {
  const { t } = useTranslation();
  const list = useListState();
  const mayView = usePermission('view_analytics');
  const mayChange = usePermission('manage_department');
  const { data, error, refetch } = useQuery({ ...reportsQuery(list.params), enabled: mayView });
  const [editing, setEditing] = useState<{ report?: ScheduledReport } | null>(null);
  const columns = useColumns(mayChange, (report) => setEditing({ report }));
  const create = mayChange && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing({})}>
      {t('insights.scheduled.new')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('insights.scheduled.title')}
        subtitle={t('insights.scheduled.subtitle')}
        back={{ to: '/insights', label: t('insights.scheduled.back') }}
        action={data?.reports.length !== 0 && create}
      />
      {!mayView ? (
        <AccessDenied permission="view_analytics" />
      ) : error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : (
        <DataTable
          label={t('insights.scheduled.title')}
          rows={data?.reports}
          rowId={(report) => report.id}
          list={list}
          meta={data?.meta}
          columns={columns}
          empty={
            <EmptyState
              title={t('insights.scheduled.empty.title')}
              description={t('insights.scheduled.empty.description')}
              action={create}
            />
          }
        />
      )}
      {editing && <ReportDialog report={editing.report} onClose={() => setEditing(null)} />}
    </>
  );
}

function useColumns(
  mayChange: boolean,
  onEdit: (report: ScheduledReport) => void,
): Column<ScheduledReport>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useReportWords();
  return [
    {
      key: 'name',
      header: t('insights.scheduled.column.name'),
      render: (report) => (
        <Stack gap={0}>
          <Text fw={500}>
            <bdi>{report.name}</bdi>
          </Text>
          <Text size="xs" c="dimmed">
            {format.list(report.sections.map((name) => t(`insights.report.${name}`)))}
            {report.group_name && (
              <>
                {' · '}
                <bdi>{report.group_name}</bdi>
              </>
            )}
          </Text>
        </Stack>
      ),
    },
    {
      key: 'when',
      header: t('insights.scheduled.column.when'),
      wideOnly: true,
      render: (report) => words.when(report),
    },
    {
      key: 'recipients',
      header: t('insights.scheduled.column.recipients'),
      wideOnly: true,
      render: ({ recipients }) => (
        <span title={recipients.map(({ name, email }) => name || email).join('\n')}>
          {t('insights.scheduled.recipients', {
            count: recipients.length,
            number: format.number(recipients.length),
          })}
        </span>
      ),
    },
    {
      key: 'next',
      header: t('insights.scheduled.column.next'),
      render: ({ next_at }) =>
        next_at ? (
          format.dateTime(next_at)
        ) : (
          <StateDot tone="quiet">{t('insights.scheduled.paused')}</StateDot>
        ),
    },
    {
      key: 'last',
      header: t('insights.scheduled.column.last'),
      wideOnly: true,
      render: (report) => words.outcome(report),
    },
    {
      key: 'menu',
      header: <VisuallyHidden>{t('insights.scheduled.column.menu')}</VisuallyHidden>,
      align: 'end',
      render: (report) => <RowMenu report={report} mayChange={mayChange} onEdit={onEdit} />,
    },
  ];
}

interface RowMenuProps {
  report: ScheduledReport;
  mayChange: boolean;
  onEdit: (report: ScheduledReport) => void;
}

function RowMenu({ report, mayChange, onEdit }: RowMenuProps) {
  const { t } = useTranslation();
  const actions = useReportActions();
  const send = {
    key: 'send',
    label: t('insights.scheduled.sendNow'),
    icon: IconSend,
    run: () => void actions.send(report),
  };
  const change = [
    { key: 'edit', label: t('insights.scheduled.edit'), icon: IconPencil, run: () => onEdit(report) },
    {
      key: 'pause',
      label: t(report.paused ? 'insights.scheduled.resume' : 'insights.scheduled.pause'),
      icon: report.paused ? IconPlayerPlay : IconPlayerPause,
      run: () => void actions.pause(report),
    },
    {
      key: 'delete',
      label: t('insights.scheduled.delete'),
      icon: IconTrash,
      danger: true,
      run: () => void actions.remove(report),
    },
  ];
  return (
    <ActionMenu
      label={t('insights.scheduled.menu', { name: report.name })}
      actions={mayChange ? [send, ...change] : [send]}
    />
  );
}
