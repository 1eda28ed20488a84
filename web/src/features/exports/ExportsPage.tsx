import { Anchor, Button, Tabs, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ROWS_PAGE } from '../../api/dataExports';
import { ApiError } from '../../api/errors';
import { exportAddress } from '../../api/exports';
import { EXPORTS } from '../../api/queries/keys';
import { useFormat } from '../../i18n/useFormat';
import { ActionMenu } from '../../ui/ActionMenu';
import { dialog } from '../../ui/dialog/dialog';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { useListState } from '../../ui/list/useListState';
import { PageHeader } from '../../ui/PageHeader';
import { StateDot } from '../../ui/StateDot';
import { DataTable } from '../../ui/table/DataTable';
import { toast } from '../../ui/toast/toast';
import { deleteExport, type Export, exportsQuery, hasFiles } from './api';
import { DownloadButton } from './ExportView';
import { RowsDialog } from './RowsDialog';
import { RowsTable } from './RowsTable';

/** The user's own downloads that are still available: bundles of files, and data exports. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [asking, setAsking] = useState(false);
  const tab = params.get('tab') === 'rows' || params.has('data') ? 'rows' : 'files';
  return (
    <>
      <PageHeader
        title={t('exports.all')}
        subtitle={t('exports.subtitle')}
        back={{ to: '/credentials', label: t('credentials.title') }}
        action={
          tab === 'rows' && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAsking(true)}>
              {t('exports.rows.new.action')}
            </Button>
          )
        }
      />
      {asking && <RowsDialog onClose={() => setAsking(false)} />}
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => void navigate(next === 'rows' ? ROWS_PAGE : '/exports')}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="files">{t('exports.tab.files')}</Tabs.Tab>
          <Tabs.Tab value="rows">{t('exports.tab.rows')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="files">
          <BundleTable />
        </Tabs.Panel>
        <Tabs.Panel value="rows">
          <RowsTable />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function BundleTable() {
  const { t } = useTranslation();
  const format = useFormat();
  const list = useListState();
  const { data, error, refetch } = useQuery(exportsQuery(list.page, list.pageSize));
  const remove = useDelete();
  if (error && !data) return <ErrorPage part onRetry={() => void refetch()} detail={error.message} />;
  return (
    <DataTable
      label={t('exports.all')}
      rows={data?.exports}
      rowId={(bundle) => bundle.uuid}
      rowLabel={(bundle) => t(`exports.kind.${bundle.kind}`)}
      list={list}
      meta={data?.meta}
      columns={[
        {
          key: 'kind',
          header: t('exports.column.files'),
          render: (bundle) => (
            <Anchor component={Link} to={exportAddress(bundle.uuid)} inherit fw={500}>
              {t(`exports.kind.${bundle.kind}`)}
            </Anchor>
          ),
        },
        {
          key: 'ready',
          wideOnly: true,
          header: t('exports.column.ready'),
          align: 'end',
          render: (bundle) =>
            t('exports.readyOf', {
              ready: format.number(bundle.ready_count),
              total: format.number(bundle.input_count),
            }),
        },
        {
          key: 'state',
          header: t('exports.column.state'),
          render: (bundle) => (
            <StateDot tone={bundle.state === 'finished' ? 'good' : 'waiting'}>
              {t(`exports.state.${bundle.state}`)}
            </StateDot>
          ),
        },
        {
          key: 'created',
          wideOnly: true,
          header: t('exports.column.created'),
          render: (bundle) => format.dateTime(bundle.created_at),
        },
        {
          key: 'download',
          header: <VisuallyHidden>{t('exports.column.download')}</VisuallyHidden>,
          render: (bundle) =>
            bundle.state !== 'finished' || !hasFiles(bundle) ? null : bundle.part_count > 1 ? (
              <Button component={Link} to={exportAddress(bundle.uuid)} size="xs" variant="default">
                {t('exports.parts.show', {
                  count: bundle.part_count,
                  number: format.number(bundle.part_count),
                })}
              </Button>
            ) : (
              <DownloadButton uuid={bundle.uuid} quiet />
            ),
        },
        {
          key: 'menu',
          header: <VisuallyHidden>{t('exports.column.menu')}</VisuallyHidden>,
          render: (bundle) => (
            <ActionMenu
              label={t('exports.menu', { kind: t(`exports.kind.${bundle.kind}`) })}
              actions={[
                {
                  key: 'delete',
                  label: t('exports.delete.action'),
                  icon: IconTrash,
                  danger: true,
                  run: () => void remove(bundle),
                },
              ]}
            />
          ),
        },
      ]}
      empty={
        <EmptyState
          title={t('exports.empty.title')}
          description={t('exports.empty.description')}
          action={
            <Button component={Link} to="/credentials">
              {t('exports.empty.action')}
            </Button>
          }
        />
      }
    />
  );
}

function useDelete() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return async (bundle: Export) => {
    const sure = await dialog.confirm({
      title: t('exports.delete.title'),
      body: t('exports.delete.body'),
      confirmLabel: t('exports.delete.confirm'),
      danger: true,
    });
    if (!sure) return;
    try {
      await deleteExport(bundle.uuid);
      toast.success(t('exports.delete.done'));
    } catch (error) {
      toast.formWarning(t('problem.generic'), error instanceof ApiError ? error.lines : []);
    } finally {
      await queries.invalidateQueries({ queryKey: EXPORTS });
    }
  };
}
