import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { invalidate, ROLES, TEAM } from '../../api/queries/keys';
import { isolate } from '../../lib/bidi';
import { required } from '../../lib/validation';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import { setRole, type TeamMember } from './api';
import { RoleChoice } from './RoleChoice';

/** Gives a member or an invited person another role. */
export function RoleDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm<{ role_id: string }>({
    initial: { role_id: member.role_id },
    labels: { role_id: t('team.form.role') },
    rules: { role_id: [required] },
  });
  const save = form.submit(async ({ role_id }) => {
    await setRole(member.id, role_id);
    toast.success(t('alerts.teamMemberSaved.body'));
    onClose();
    await invalidate(queries, TEAM, ROLES);
  });
  return (
    <Modal opened onClose={onClose} title={t('team.changeRole.title', { name: isolate(member.name) })}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <RoleChoice field={form.field('role_id')} owner={member.status === 'active'} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t('ui.form.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
