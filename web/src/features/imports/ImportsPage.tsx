import { Anchor, Button, VisuallyHidden } from '@mantine/core';
import { IconTableImport, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../api/errors';
import { importAddress } from '../../api/imports';
import { IMPORTS } from '../../api/queries/keys';
import { usePermission } from '../../api/session';
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
import { deleteImport, importsQuery } from './api';
import { SheetPicture } from './SheetPicture';
import type { Import } from './types';
import { toneOf } from './words';

/** The imports of the last 90 days, including those not started yet. */
export function Component() {
  const { t } = useTranslation();
  const format = useFormat();
  const list = useListState();
  const mayManage = usePermission('manage_credentials');
  const { data, error, refetch } = useQuery(importsQuery(list.page, list.pageSize));
  const remove = useDelete();
  if (error && !data) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;
  return (
    <>
      <PageHeader
        title={t('imports.title')}
        subtitle={t('imports.subtitle')}
        back={{ to: '/credentials', label: t('credentials.title') }}
        action={mayManage && data && data.imports.length > 0 && <NewButton />}
      />
      <DataTable
        label={t('imports.title')}
        rows={data?.imports}
        rowId={(one) => one.uuid}
        rowLabel={(one) => one.file_name}
        list={list}
        meta={data?.meta}
        columns={[
          {
            key: 'file',
            header: t('imports.column.file'),
            render: (one) => (
              <Anchor component={Link} to={importAddress(one.uuid)} inherit fw={500}>
                <bdi>{one.file_name}</bdi>
              </Anchor>
            ),
          },
          {
            key: 'state',
            header: t('imports.column.state'),
            render: (one) => <StateDot tone={toneOf(one.state)}>{t(`imports.state.${one.state}`)}</StateDot>,
          },
          {
            key: 'rows',
            header: t('imports.column.rows'),
            align: 'end',
            wideOnly: true,
            render: (one) => format.number(one.total_rows),
          },
          {
            key: 'who',
            header: t('imports.column.who'),
            wideOnly: true,
            render: (one) => <bdi>{one.created_by}</bdi>,
          },
          {
            key: 'when',
            header: t('imports.column.when'),
            wideOnly: true,
            render: (one) => format.dateTime(one.created_at),
          },
          {
            key: 'menu',
            header: <VisuallyHidden>{t('imports.column.menu')}</VisuallyHidden>,
            align: 'end',
            width: 56,
            render: (one) =>
              mayManage &&
              one.state !== 'importing' && (
                <ActionMenu
                  label={t('imports.menu', { file: one.file_name })}
                  actions={[
                    {
                      key: 'delete',
                      label: t('imports.delete.action'),
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
            picture={<SheetPicture />}
            title={t('imports.empty.title')}
            description={t('imports.empty.description')}
            action={mayManage && <NewButton />}
          />
        }
      />
    </>
  );
}

function NewButton() {
  const { t } = useTranslation();
  return (
    <Button component={Link} to="/imports/new" leftSection={<IconTableImport size={16} aria-hidden />}>
      {t('imports.new')}
    </Button>
  );
}

function useDelete() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return async ({ uuid, file_name }: Import) => {
    const sure = await dialog.confirm({
      title: t('imports.delete.title', { file: file_name }),
      body: t('imports.delete.body'),
      confirmLabel: t('imports.delete.confirm'),
      danger: true,
    });
    if (!sure) return;
    try {
      await deleteImport(uuid);
      toast.success(t('imports.delete.done'));
    } catch (error) {
      await dialog.warning({
        title: t('imports.delete.failed'),
        body: error instanceof ApiError ? error.lines.join('\n') : t('problem.generic'),
      });
    }
    await queries.invalidateQueries({ queryKey: IMPORTS });
  };
}
