import { Button, Text, VisuallyHidden } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PermissionGroup, permissionGroupsQuery } from '../../api/queries/roles';
import { usePermission } from '../../api/session';
import { isolate } from '../../lib/bidi';
import { ActionMenu } from '../../ui/ActionMenu';
import { dialog } from '../../ui/dialog/dialog';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { useListState } from '../../ui/list/useListState';
import { PageHeader } from '../../ui/PageHeader';
import { type Column, DataTable } from '../../ui/table/DataTable';
import { deletePermissionGroup } from './api';
import { PermissionGroupDialog } from './PermissionGroupDialog';
import { useTeamChange } from './useTeamChange';

/** The permission groups of the department. */
export function Component() {
  const { t } = useTranslation();
  const mayManage = usePermission('manage_team');
  const { data, error, refetch } = useQuery(permissionGroupsQuery());
  const list = useListState();
  const [editing, setEditing] = useState<{ group?: PermissionGroup } | null>(null);
  const columns = useColumns(mayManage, (group) => setEditing({ group }));
  return (
    <>
      <PageHeader
        title={t('team.groups.title')}
        subtitle={t('team.groups.subtitle')}
        back={{ to: '/settings/team', label: t('team.title') }}
        action={
          mayManage ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing({})}>
              {t('team.groups.new')}
            </Button>
          ) : undefined
        }
      />
      {error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : (
        <DataTable
          list={list}
          label={t('team.groups.title')}
          rows={data?.permission_groups}
          rowId={(group) => group.id}
          columns={columns}
          empty={<EmptyState title={t('team.groups.empty')} description={t('team.groups.emptyHelp')} />}
        />
      )}
      {editing && (
        <PermissionGroupDialog
          group={editing.group}
          grantable={data?.grantable_permissions ?? []}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}

function useColumns(mayManage: boolean, onEdit: (group: PermissionGroup) => void): Column<PermissionGroup>[] {
  const { t } = useTranslation();
  const remove = useRemove();
  return [
    {
      key: 'name',
      header: t('team.groups.form.name'),
      render: (group) => (
        <>
          <bdi>{group.name}</bdi>
          <Text size="xs" c="dimmed">
            <bdi>{group.description}</bdi>
          </Text>
        </>
      ),
    },
    {
      key: 'level',
      header: t('team.groups.form.level'),
      render: ({ level }) => t(`team.groups.level.${level}`),
    },
    {
      key: 'scope',
      header: t('team.groups.form.scope'),
      wideOnly: true,
      render: ({ scope }) => t(`team.groups.scope.${scope}`),
    },
    {
      key: 'members',
      header: t('team.groups.form.members'),
      align: 'end',
      render: (group) => group.member_ids.length,
    },
    {
      key: 'menu',
      header: <VisuallyHidden>{t('team.actions')}</VisuallyHidden>,
      align: 'end',
      render: (group) =>
        mayManage && (
          <ActionMenu
            label={t('team.menu', { name: isolate(group.name) })}
            actions={[
              { key: 'edit', label: t('team.groups.edit'), icon: IconPencil, run: () => onEdit(group) },
              {
                key: 'delete',
                label: t('team.groups.delete'),
                icon: IconTrash,
                danger: true,
                run: () => void remove(group),
              },
            ]}
          />
        ),
    },
  ];
}

function useRemove() {
  const { t } = useTranslation();
  const change = useTeamChange();
  return async (group: PermissionGroup) => {
    const sure = await dialog.confirm({
      title: t('team.groups.deleteTitle', { name: isolate(group.name) }),
      body: t('team.groups.deleteBody'),
      confirmLabel: t('team.groups.delete'),
      danger: true,
    });
    if (sure) await change(() => deletePermissionGroup(group.id), t('team.groups.deleted'));
  };
}
