import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { maxLength, required } from '../../../lib/validation';
import { Modal } from '../../../ui/dialog/Modal';
import { FormProblems } from '../../../ui/form/FormProblems';
import { TextareaField, TextField } from '../../../ui/form/fields';
import { useForm } from '../../../ui/form/useForm';
import { toast } from '../../../ui/toast/toast';
import { type Collection, collectionsKey, updateCollection } from './api';

interface EditCollectionDialogProps {
  collection: Collection;
  onClose: () => void;
}

/** Edits the name and the description of a collection. */
export function EditCollectionDialog({ collection, onClose }: EditCollectionDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm({
    initial: { name: collection.name, description: collection.description },
    labels: { name: t('collections.name'), description: t('collections.description') },
    rules: { name: [required, maxLength(100)], description: [maxLength(500)] },
  });
  return (
    <Modal opened onClose={onClose} title={t('collections.edit.title')}>
      <form
        noValidate
        onSubmit={form.submit(async ({ name, description }) => {
          await updateCollection(collection.id, { name, description });
          await queries.invalidateQueries({ queryKey: collectionsKey });
          toast.success(t('collections.edit.done'));
          onClose();
        })}
      >
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <TextField field={form.field('name')} autoComplete="off" data-autofocus />
          <TextareaField field={form.field('description')} description={t('collections.descriptionHelp')} />
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
