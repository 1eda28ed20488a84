import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { maxLength, required } from '../../lib/validation';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { SwitchField, TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import { createSavedFilter, type SavedFilter, savedFiltersQuery, updateSavedFilter } from './savedFilters';

interface SavedFilterDialogProps {
  /** The saved filter to rename. Without it, the current filters are saved. */
  filter?: SavedFilter;
  query: string;
  onClose: () => void;
}

/** Saves the current filters under a name, or renames a saved filter. */
export function SavedFilterDialog({ filter, query, onClose }: SavedFilterDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm({
    initial: { name: filter?.name ?? '', is_default: filter?.is_default ?? false },
    labels: { name: t('credentials.savedFilter.name'), is_default: t('credentials.savedFilter.default') },
    rules: { name: [required, maxLength(255)] },
  });
  const save = form.submit(async (values) => {
    const saved = filter
      ? await updateSavedFilter(filter.id, values)
      : await createSavedFilter({ ...values, query });
    await queries.invalidateQueries({ queryKey: savedFiltersQuery.queryKey });
    toast.success(t('credentials.savedFilter.saved', { name: saved.name }));
    onClose();
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(filter ? 'credentials.savedFilter.rename' : 'credentials.savedFilter.save')}
    >
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <TextField field={form.field('name')} data-autofocus dir="auto" />
          <SwitchField
            field={form.field('is_default')}
            description={t('credentials.savedFilter.defaultHelp')}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t('credentials.savedFilter.saveAction')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
