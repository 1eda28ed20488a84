import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { invalidate, ROLES, TEAM } from '../../api/queries/keys';
import { email, maxLength, required } from '../../lib/validation';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import { inviteMember } from './api';
import { RoleChoice } from './RoleChoice';

interface Values {
  name: string;
  email: string;
  role_id: string;
}

/** Invites a person by email. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm<Values>({
    initial: { name: '', email: '', role_id: 'viewer' },
    labels: { name: t('team.form.name'), email: t('team.form.email'), role_id: t('team.form.role') },
    rules: { name: [required, maxLength(255)], email: [required, email] },
  });
  const save = form.submit(async (values) => {
    await inviteMember(values.name.trim(), values.email.trim(), values.role_id);
    toast.success(t('team.invited', { email: values.email.trim() }));
    onClose();
    await invalidate(queries, TEAM, ROLES);
  });
  return (
    <Modal opened onClose={onClose} title={t('team.invite')} size="md">
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <TextField field={form.field('name')} data-autofocus />
          <TextField field={form.field('email')} type="email" dir="ltr" />
          <RoleChoice field={form.field('role_id')} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t('team.form.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
