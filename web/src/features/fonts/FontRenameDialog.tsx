import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FONTS } from '../../api/queries/keys';
import { required } from '../../lib/validation';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import { type OwnFont, renameFont } from './api';

/** Dialog to rename a font. */
export function FontRenameDialog({ font, onClose }: { font: OwnFont; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm({
    initial: { name: font.name },
    labels: { name: t('fonts.column.name') },
    rules: { name: [required] },
  });
  const save = form.submit(async ({ name }) => {
    const renamed = await renameFont(font.id, name);
    await queries.invalidateQueries({ queryKey: FONTS });
    toast.success(t('fonts.renamed', { name: renamed.name }));
    onClose();
  });
  return (
    <Modal opened onClose={onClose} title={t('fonts.rename.title')}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <TextField
            field={form.field('name')}
            data-autofocus
            description={t('fonts.rename.help')}
            maxLength={100}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t('fonts.rename.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
