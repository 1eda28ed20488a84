import {
  IconEye,
  IconMail,
  IconShield,
  IconShieldOff,
  IconTrash,
  IconUserCheck,
  IconUserCog,
  IconUserOff,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isolate } from '../../lib/bidi';
import type { Action } from '../../ui/ActionMenu';
import { dialog } from '../../ui/dialog/dialog';
import {
  deactivateMember,
  reactivateMember,
  removeMember,
  resendInvitation,
  resetFactors,
  setRole,
  type TeamMember,
} from './api';
import { useTeamChange } from './useTeamChange';

const isPending = ({ status }: TeamMember) => status === 'invited' || status === 'expired';

/** Returns a function that lists what can be done with a member or an invited person. */
export function useMemberActions(
  onChangeRole: (member: TeamMember) => void,
): (member: TeamMember) => Action[] {
  const { t } = useTranslation();
  const run = useTeamChange();
  const remove = async (member: TeamMember) => {
    const pending = isPending(member);
    const sure = await dialog.confirm({
      title: t(pending ? 'team.cancel.title' : 'team.remove.title', { name: isolate(member.name) }),
      body: t(pending ? 'team.cancel.body' : 'team.remove.body'),
      confirmLabel: t(pending ? 'team.cancel.action' : 'team.remove.action'),
      danger: true,
    });
    if (sure) await run(() => removeMember(member.id), t(pending ? 'team.cancel.done' : 'team.remove.done'));
  };
  const changeRole = async (member: TeamMember, role: 'administrator' | 'viewer') => {
    const name = isolate(member.name);
    const sure = await dialog.confirm({
      title: t(`team.confirmRole.${role}.title`, { name }),
      body: t(`team.confirmRole.${role}.body`, { name }),
      confirmLabel: t(`team.makeRole.${role}`),
    });
    if (!sure) return;
    await run(() => setRole(member.id, role), t('alerts.teamMemberSaved.body'));
  };
  const reset = async (member: TeamMember) => {
    const name = isolate(member.name);
    const sure = await dialog.confirm({
      title: t('team.factors.title', { name }),
      body: t('team.factors.body', { name }),
      confirmLabel: t('team.factors.action'),
      danger: true,
    });
    if (sure) await run(() => resetFactors(member.id), t('team.factors.done', { name }));
  };
  const deactivate = async (member: TeamMember) => {
    const name = isolate(member.name);
    const sure = await dialog.confirm({
      title: t('team.deactivate.title', { name }),
      body: t('team.deactivate.body'),
      confirmLabel: t('team.deactivate.action'),
      danger: true,
    });
    if (sure) await run(() => deactivateMember(member.id), t('team.deactivate.done', { name }));
  };
  return (member) => {
    const pending = isPending(member);
    const end: Action = {
      key: 'remove',
      label: t(pending ? 'team.cancel.action' : 'team.remove.action'),
      icon: IconTrash,
      danger: true,
      run: () => void remove(member),
    };
    const reactivate: Action = {
      key: 'reactivate',
      label: t('team.reactivate.action'),
      icon: IconUserCheck,
      run: () =>
        void run(
          () => reactivateMember(member.id),
          t('team.reactivate.done', { name: isolate(member.name) }),
        ),
    };
    if (member.status === 'deactivated') return [reactivate, end];
    const roles = (['administrator', 'viewer'] as const)
      .filter((role) => role !== member.role_id)
      .map(
        (role): Action => ({
          key: role,
          label: t(`team.makeRole.${role}`),
          icon: role === 'administrator' ? IconShield : IconEye,
          run: () => void changeRole(member, role),
        }),
      );
    roles.push({
      key: 'role',
      label: t('team.changeRole.action'),
      icon: IconUserCog,
      run: () => onChangeRole(member),
    });
    if (member.second_factor)
      roles.push({
        key: 'factors',
        label: t('team.factors.action'),
        icon: IconShieldOff,
        danger: true,
        run: () => void reset(member),
      });
    const stop: Action = {
      key: 'deactivate',
      label: t('team.deactivate.action'),
      icon: IconUserOff,
      danger: true,
      run: () => void deactivate(member),
    };
    if (!pending) return [...roles, stop, end];
    const resend: Action = {
      key: 'resend',
      label: t('team.resend'),
      icon: IconMail,
      run: () => void run(() => resendInvitation(member.id), t('team.resent', { email: member.email })),
    };
    return [resend, ...roles, end];
  };
}
