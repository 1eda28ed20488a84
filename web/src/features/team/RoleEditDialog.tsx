import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invalidate, PERMISSION_GROUPS, ROLES, TEAM } from '../../api/queries/keys';
import type { Role } from '../../api/queries/roles';
import { maxLength, required } from '../../lib/validation';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextareaField, TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import { saveRole } from './api';
import { PermissionsField } from './PermissionsField';

interface RoleEditDialogProps {
  /** The role to edit. Without it, a new one is created. */
  role?: Role;
  grantable: readonly string[];
  onClose: () => void;
}

/** Creates or edits a custom role. */
export function RoleEditDialog({ role, grantable, onClose }: RoleEditDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [permissions, setPermissions] = useState<string[]>(role?.permissions ?? []);
  const form = useForm<{ name: string; description: string }>({
    initial: { name: role?.name ?? '', description: role?.description ?? '' },
    labels: { name: t('team.roles.form.name'), description: t('team.roles.form.description') },
    rules: { name: [required, maxLength(100)], description: [maxLength(1000)] },
  });
  const save = form.submit(async ({ name, description }) => {
    await saveRole(role?.id, { name: name.trim(), description: description.trim(), permissions });
    toast.success(t('team.roles.saved'));
    onClose();
    await invalidate(queries, ROLES, TEAM, PERMISSION_GROUPS);
  });
  return (
    <Modal opened onClose={onClose} title={t(role ? 'team.roles.edit' : 'team.roles.new')} size="lg">
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <TextField field={form.field('name')} data-autofocus dir="auto" />
          <TextareaField field={form.field('description')} dir="auto" />
          <PermissionsField
            label={t('team.roles.form.permissions')}
            description={t('team.roles.form.permissionsHelp')}
            grantable={grantable}
            value={permissions}
            onChange={setPermissions}
          />
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
