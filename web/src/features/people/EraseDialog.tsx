import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CREDENTIALS, invalidate, PEOPLE } from '../../api/queries/keys';
import { isolate } from '../../lib/bidi';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import { erasePerson, type Person } from './api';

/** Deletes everything about a person, once their address was typed. */
export function EraseDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    initial: { email: '' },
    labels: { email: t('people.erase.email', { email: isolate(person.email) }) },
  });
  const same = form.values.email.trim().toLowerCase() === person.email.toLowerCase();
  const erase = form.submit(async ({ email }) => {
    await erasePerson(person.id, email);
    toast.success(t('people.erase.done'));
    await navigate('/recipients', { replace: true });
    await invalidate(queries, [...PEOPLE, 'list'], CREDENTIALS); // the person, who is still on the page, is gone
  });
  return (
    <Modal opened onClose={onClose} closeOnClickOutside={false} title={t('people.erase.title')}>
      <form noValidate onSubmit={(event) => (same ? void erase(event) : event.preventDefault())}>
        <Stack gap="md">
          <Text>{t('people.erase.body', { name: isolate(person.name) })}</Text>
          <FormProblems problems={form.problems} />
          <TextField field={form.field('email')} type="email" dir="ltr" autoComplete="off" data-autofocus />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" color="red" loading={form.busy} disabled={!same}>
              {t('people.erase.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
