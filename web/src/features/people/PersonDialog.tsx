import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CREDENTIALS, invalidate, PEOPLE } from '../../api/queries/keys';
import { email, maxLength, required } from '../../lib/validation';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import { changePerson, type Person } from './api';

/** Corrects the name and address on all credentials of a person. */
export function PersonDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm({
    initial: { name: person.name, email: person.email },
    labels: { name: t('people.edit.name'), email: t('people.edit.email') },
    rules: { name: [required, maxLength(255)], email: [required, email, maxLength(320)] },
  });
  const save = form.submit(async (values) => {
    await changePerson(person.id, values);
    await invalidate(queries, PEOPLE, CREDENTIALS);
    toast.success(t('people.edit.saved'));
    onClose();
  });
  return (
    <Modal opened onClose={onClose} closeOnClickOutside={false} title={t('people.edit.title')}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <Text c="dimmed">{t('people.edit.help')}</Text>
          <FormProblems problems={form.problems} />
          <TextField field={form.field('name')} data-autofocus dir="auto" />
          <TextField
            field={form.field('email')}
            description={t('people.edit.emailHelp')}
            type="email"
            dir="ltr"
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t('people.edit.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
