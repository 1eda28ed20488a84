import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { CREDENTIALS, invalidate, PEOPLE } from '../../api/queries/keys';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { email, maxLength, required } from '../../lib/validation';
import { dialog } from '../../ui/dialog/dialog';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import { changePerson, type Person, peopleQuery, type WholePerson } from './api';

/** Corrects the name and address on all credentials of a person. */
export function PersonDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm({
    initial: { name: person.name, email: person.email },
    labels: { name: t('people.edit.name'), email: t('people.edit.email') },
    rules: { name: [required, maxLength(255)], email: [required, email, maxLength(320)] },
  });
  const merge = useMerge();
  const save = form.submit(async (values) => {
    const saved = await merge(
      (mayMerge) => changePerson(person.id, { ...values, merge: mayMerge }),
      values.email,
    );
    if (!saved) return;
    await invalidate(queries, PEOPLE, CREDENTIALS);
    const asked = saved.pending_email?.email;
    toast.success(asked ? t('people.edit.asked', { email: isolate(asked) }) : t('people.edit.saved'));
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

/** Returns a function that asks before a change makes two people one. */
function useMerge() {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  return async (change: (merge: boolean) => Promise<WholePerson>, address: string) => {
    try {
      return await change(false);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'person.would_merge')) throw error;
    }
    const found = await queries.fetchQuery(peopleQuery({ page: 1, page_size: 1, email: address }));
    const other = found.recipients[0];
    const count = other?.credential_count ?? 0;
    const credentials = t('people.merge.credentials', { count, number: format.number(count) });
    const sure = await dialog.confirm({
      title: t('people.merge.title'),
      body: t('people.merge.body', { name: isolate(other?.name ?? address), credentials }),
      confirmLabel: t('people.merge.confirm'),
    });
    return sure ? await change(true) : null;
  };
}
