import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { maxLength, required } from '../../../lib/validation';
import { Modal } from '../../../ui/dialog/Modal';
import { FormProblems } from '../../../ui/form/FormProblems';
import { TextField } from '../../../ui/form/fields';
import { useForm } from '../../../ui/form/useForm';
import { type Collection, collectionsKey, createCollection } from './api';

interface NewCollectionDialogProps {
  /** The credentials to put into it. */
  ids: readonly string[];
  onClose: () => void;
  onMade: (collection: Collection) => void;
}

/** Asks for the name of a new collection, and makes it. */
export function NewCollectionDialog({ ids, onClose, onMade }: NewCollectionDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm({
    initial: { name: '' },
    labels: { name: t('collections.name') },
    rules: { name: [required, maxLength(100)] },
  });
  return (
    <Modal opened onClose={onClose} title={t('collections.new.title')}>
      <form
        noValidate
        onSubmit={form.submit(async ({ name }) => {
          const made = await createCollection(name.trim(), ids);
          await queries.invalidateQueries({ queryKey: collectionsKey });
          onClose();
          onMade(made);
        })}
      >
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <TextField
            field={form.field('name')}
            description={t('collections.new.help')}
            autoComplete="off"
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t('collections.new.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
