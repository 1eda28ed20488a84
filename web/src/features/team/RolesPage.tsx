import { Button, Text, VisuallyHidden } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ParseKeys } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Role, rolesQuery } from '../../api/queries/roles';
import { usePermission } from '../../api/session';
import { isolate } from '../../lib/bidi';
import { ActionMenu } from '../../ui/ActionMenu';
import { dialog } from '../../ui/dialog/dialog';
import { ErrorPage } from '../../ui/ErrorPage';
import { useListState } from '../../ui/list/useListState';
import { PageHeader } from '../../ui/PageHeader';
import { type Column, DataTable } from '../../ui/table/DataTable';
import { useRoleName } from '../../ui/useRoleName';
import { deleteRole } from './api';
import { RoleEditDialog } from './RoleEditDialog';
import { useTeamChange } from './useTeamChange';

/** The built-in roles, and those that the department made. */
export function Component() {
  const { t } = useTranslation();
  const mayManage = usePermission('manage_team');
  const { data, error, refetch } = useQuery(rolesQuery());
  const list = useListState();
  const [editing, setEditing] = useState<{ role?: Role } | null>(null);
  const columns = useColumns(mayManage, (role) => setEditing({ role }));
  return (
    <>
      <PageHeader
        title={t('team.roles.title')}
        subtitle={t('team.roles.subtitle')}
        back={{ to: '/settings/team', label: t('team.title') }}
        action={
          mayManage ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing({})}>
              {t('team.roles.new')}
            </Button>
          ) : undefined
        }
      />
      {error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : (
        <DataTable
          list={list}
          label={t('team.roles.title')}
          rows={data?.roles}
          rowId={(role) => role.id}
          columns={columns}
          empty={null}
        />
      )}
      {editing && (
        <RoleEditDialog
          role={editing.role}
          grantable={data?.grantable_permissions ?? []}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}

function useColumns(mayManage: boolean, onEdit: (role: Role) => void): Column<Role>[] {
  const { t } = useTranslation();
  const { nameOf } = useRoleName();
  const remove = useRemove();
  return [
    {
      key: 'name',
      header: t('team.roles.form.name'),
      render: (role) => (
        <>
          <bdi>{nameOf(role)}</bdi>
          <Text size="xs" c="dimmed">
            <bdi>{role.built_in ? t(`team.roleHelp.${role.id}` as ParseKeys) : role.description}</bdi>
          </Text>
        </>
      ),
    },
    {
      key: 'permissions',
      header: t('team.roles.form.permissions'),
      wideOnly: true,
      render: (role) =>
        role.built_in
          ? t('team.roles.builtIn')
          : t('team.roles.permissions', { count: role.permissions.length }),
    },
    { key: 'members', header: t('team.roles.members'), align: 'end', render: (role) => role.members_count },
    {
      key: 'menu',
      header: <VisuallyHidden>{t('team.actions')}</VisuallyHidden>,
      align: 'end',
      render: (role) =>
        mayManage &&
        !role.built_in && (
          <ActionMenu
            label={t('team.menu', { name: isolate(role.name) })}
            actions={[
              { key: 'edit', label: t('team.roles.edit'), icon: IconPencil, run: () => onEdit(role) },
              {
                key: 'delete',
                label: t('team.roles.delete'),
                icon: IconTrash,
                danger: true,
                run: () => void remove(role),
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
  return async (role: Role) => {
    const sure = await dialog.confirm({
      title: t('team.roles.deleteTitle', { name: isolate(role.name) }),
      body: t('team.roles.deleteBody'),
      confirmLabel: t('team.roles.delete'),
      danger: true,
    });
    if (sure) await change(() => deleteRole(role.id), t('team.roles.deleted'));
  };
}
