import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { maxLength, required } from '../../lib/validation';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';

interface DesignNameDialogProps {
  title: string;
  /** Label of the submit button. */
  confirm: string;
  initial: string;
  picture?: ReactNode;
  save: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Dialog for the required name of a design. */
export function DesignNameDialog({ title, confirm, initial, picture, save, onClose }: DesignNameDialogProps) {
  const { t } = useTranslation();
  const form = useForm({
    initial: { name: initial },
    labels: { name: t('designs.name.label') },
    rules: { name: [required, maxLength(255)] },
  });
  return (
    <Modal opened onClose={onClose} title={title}>
      <form noValidate onSubmit={(event) => void form.submit(({ name }) => save(name))(event)}>
        <Stack gap="md">
          {picture}
          <FormProblems problems={form.problems} />
          <TextField field={form.field('name')} description={t('designs.name.help')} data-autofocus />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
