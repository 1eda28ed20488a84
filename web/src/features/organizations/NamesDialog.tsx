import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { invalidate, ORGANIZATIONS, TEAM } from '../../api/queries/keys';
import { email, maxLength, required } from '../../lib/validation';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';

interface Values {
  name: string;
  email: string;
}

interface NamesDialogProps {
  title: string;
  submit: string;
  help?: string;
  initial?: string;
  withEmail?: boolean;
  onSave: (values: Values) => Promise<unknown>;
  done: string;
  onClose: () => void;
}

/** Asks for a name, and for the email address of a person. */
export function NamesDialog({
  title,
  submit,
  help,
  initial = '',
  withEmail,
  onSave,
  done,
  onClose,
}: NamesDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm<Values>({
    initial: { name: initial, email: '' },
    labels: { name: t('team.form.name'), email: t('team.form.email') },
    rules: { name: [required, maxLength(255)], email: withEmail ? [required, email] : [] },
  });
  const save = form.submit(async (values) => {
    await onSave({ name: values.name.trim(), email: values.email.trim() });
    toast.success(done);
    onClose();
    await invalidate(queries, ORGANIZATIONS, TEAM);
  });
  return (
    <Modal opened onClose={onClose} title={title} size="md">
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          {help && <Text size="sm">{help}</Text>}
          <TextField field={form.field('name')} data-autofocus />
          {withEmail && <TextField field={form.field('email')} type="email" dir="ltr" />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
