import { Alert, Button, VisuallyHidden } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { type DataExport, readDataExport } from '../../api/dataExports';
import { ApiError } from '../../api/errors';
import { DATA_EXPORTS } from '../../api/queries/keys';
import { useFormat } from '../../i18n/useFormat';
import { ActionMenu } from '../../ui/ActionMenu';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { useListState } from '../../ui/list/useListState';
import { StateDot } from '../../ui/StateDot';
import { DataTable } from '../../ui/table/DataTable';
import { toast } from '../../ui/toast/toast';
import { deleteRows, rowsQuery, save } from './api';

const TONES = { scheduled: 'waiting', processing: 'waiting', completed: 'good', errored: 'bad' } as const;

/** The user's own data exports that are still available. */
export function RowsTable() {
  const { t } = useTranslation();
  const format = useFormat();
  const list = useListState();
  const { data, error, refetch } = useQuery(rowsQuery(list.page, list.pageSize));
  const remove = useRemove();
  if (error && !data) return <ErrorPage part onRetry={() => void refetch()} detail={error.message} />;
  return (
    <>
      <Announced />
      <DataTable
        label={t('exports.rows.title')}
        rows={data?.data_exports}
        rowId={(one) => one.id}
        rowLabel={(one) => one.file_name}
        list={list}
        meta={data?.meta}
        columns={[
          {
            key: 'file',
            header: t('exports.column.files'),
            render: (one) => t(`exports.rows.entity.${one.entity}`),
          },
          {
            key: 'format',
            wideOnly: true,
            header: t('exports.rows.format'),
            render: (one) => one.format.toUpperCase(),
          },
          {
            key: 'rows',
            wideOnly: true,
            header: t('exports.rows.rows'),
            align: 'end',
            render: (one) => format.number(one.row_count),
          },
          {
            key: 'state',
            header: t('exports.column.state'),
            render: (one) => (
              <StateDot tone={TONES[one.status]}>{t(`exports.rows.state.${one.status}`)}</StateDot>
            ),
          },
          {
            key: 'created',
            wideOnly: true,
            header: t('exports.column.created'),
            render: (one) => format.dateTime(one.created_at),
          },
          {
            key: 'download',
            header: <VisuallyHidden>{t('exports.column.download')}</VisuallyHidden>,
            render: (one) => (one.status === 'completed' ? <SaveButton one={one} /> : null),
          },
          {
            key: 'menu',
            header: <VisuallyHidden>{t('exports.column.menu')}</VisuallyHidden>,
            render: (one) => (
              <ActionMenu
                label={t('exports.menu', { kind: one.file_name })}
                actions={[
                  {
                    key: 'delete',
                    label: t('exports.delete.action'),
                    icon: IconTrash,
                    danger: true,
                    run: () => void remove(one),
                  },
                ]}
              />
            ),
          },
        ]}
        empty={
          <EmptyState
            title={t('exports.rows.empty.title')}
            description={t('exports.rows.empty.description')}
            action={
              <Button component={Link} to="/credentials">
                {t('exports.empty.action')}
              </Button>
            }
          />
        }
      />
    </>
  );
}

function SaveButton({ one }: { one: DataExport }) {
  const { t } = useTranslation();
  const fetchIt = async () => {
    try {
      await save(one.id);
    } catch (error) {
      toast.formWarning(t('exports.failed'), error instanceof ApiError ? error.lines : []);
    }
  };
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={t('exports.rows.download', { file: one.file_name })}
      onClick={() => void fetchIt()}
    >
      {t('exports.column.download')}
    </Button>
  );
}

/** A notice for users who open the link of an export that is not theirs or has expired. */
function Announced() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const id = Number(params.get('data'));
  const { error } = useQuery({
    queryKey: [...DATA_EXPORTS, id],
    queryFn: ({ signal }) => readDataExport(id, signal),
    enabled: id > 0,
    retry: false,
  });
  if (!(error instanceof ApiError && error.status === 404)) return null;
  return (
    <Alert color="yellow" mb="md" role="status">
      {t('exports.rows.notYours')}
    </Alert>
  );
}

function useRemove() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return async ({ id }: DataExport) => {
    try {
      await deleteRows(id);
      toast.success(t('exports.delete.done'));
    } catch (error) {
      toast.formWarning(t('problem.generic'), error instanceof ApiError ? error.lines : []);
    } finally {
      await queries.invalidateQueries({ queryKey: DATA_EXPORTS });
    }
  };
}
