import { Button, Text, VisuallyHidden } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePermission, useSession } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { ActionMenu } from '../../ui/ActionMenu';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { ListToolbar } from '../../ui/list/ListToolbar';
import { useListState } from '../../ui/list/useListState';
import { PageHeader } from '../../ui/PageHeader';
import { StateDot, type StateTone } from '../../ui/StateDot';
import { type Column, DataTable } from '../../ui/table/DataTable';
import { useRoleName } from '../../ui/useRoleName';
import { type TeamMember, teamQuery } from './api';
import { InviteDialog } from './InviteDialog';
import { RoleDialog } from './RoleDialog';
import { useMemberActions } from './useMemberActions';

const TONES: Record<TeamMember['status'], StateTone> = {
  active: 'good',
  deactivated: 'quiet',
  invited: 'quiet',
  expired: 'bad',
};

/** The members of the current department, and pending invitations. */
export function Component() {
  const { t } = useTranslation();
  const list = useListState();
  const mayManage = usePermission('manage_team');
  const { data, error, refetch } = useQuery(teamQuery(list.params));
  const [inviting, setInviting] = useState(false);
  const [changing, setChanging] = useState<TeamMember | null>(null);
  const columns = useColumns(mayManage, setChanging);
  return (
    <>
      <PageHeader
        title={t('team.title')}
        subtitle={t('team.subtitle')}
        action={
          <>
            <Button variant="default" component={Link} to="/settings/team/permission-groups">
              {t('team.groups.title')}
            </Button>
            <Button variant="default" component={Link} to="/settings/team/roles">
              {t('team.roles.title')}
            </Button>
            {mayManage && (
              <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
                {t('team.invite')}
              </Button>
            )}
          </>
        }
      />
      {error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : (
        <>
          <ListToolbar list={list} searchLabel={t('team.search')} />
          <DataTable
            label={t('team.title')}
            rows={data?.team_members}
            rowId={(member) => member.id}
            list={list}
            meta={data?.meta}
            columns={columns}
            empty={<EmptyState title={t(list.narrowed ? 'team.nobodyFound' : 'team.empty')} />}
          />
        </>
      )}
      {changing && <RoleDialog member={changing} onClose={() => setChanging(null)} />}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  );
}

function useColumns(mayManage: boolean, onChangeRole: (member: TeamMember) => void): Column<TeamMember>[] {
  const { ofMember: roleName } = useRoleName();
  const { t } = useTranslation();
  const format = useFormat();
  const me = useSession((state) => state.session?.user.email);
  const actions = useMemberActions(onChangeRole);
  const secondFactor: Column<TeamMember> = {
    key: 'factor',
    header: t('account.mfa.title'),
    wideOnly: true,
    render: (member) =>
      member.second_factor !== null && t(`team.factors.${member.second_factor ? 'on' : 'off'}`),
  };
  return [
    {
      key: 'name',
      header: t('team.form.name'),
      sort: 'name',
      render: (member) => (
        <>
          <bdi>{member.name}</bdi>
          <Text size="xs" c="dimmed" data-narrow-only>
            {roleName(member)}
          </Text>
        </>
      ),
    },
    {
      key: 'email',
      header: t('team.form.email'),
      wideOnly: true,
      render: (member) => <bdi>{member.email}</bdi>,
    },
    {
      key: 'role',
      header: t('team.form.role'),
      wideOnly: true,
      render: (member) => roleName(member),
    },
    {
      key: 'groups',
      header: t('team.groups.title'),
      sort: 'permission_group',
      wideOnly: true,
      render: (member) => <bdi>{format.list(member.permission_groups)}</bdi>,
    },
    {
      key: 'seen',
      header: t('team.lastSeen'),
      sort: 'last_seen',
      wideOnly: true,
      render: (member) => member.last_seen_at && format.relative(member.last_seen_at),
    },
    ...(mayManage ? [secondFactor] : []),
    {
      key: 'status',
      header: t('team.status.label'),
      render: (member) => (
        <>
          <StateDot tone={TONES[member.status]}>{t(`team.status.${member.status}`)}</StateDot>
          {member.status === 'invited' && member.invitation_expires_at && (
            <Text size="xs" c="dimmed">
              {t('team.expires', { when: format.date(member.invitation_expires_at) })}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'menu',
      header: <VisuallyHidden>{t('team.actions')}</VisuallyHidden>,
      align: 'end',
      render: (member) =>
        mayManage &&
        member.email !== me && (
          <ActionMenu label={t('team.menu', { name: isolate(member.name) })} actions={actions(member)} />
        ),
    },
  ];
}
