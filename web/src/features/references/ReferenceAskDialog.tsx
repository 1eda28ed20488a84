import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RELATIONSHIPS } from '../../api/relationships';
import { isolate } from '../../lib/bidi';
import { email, maxLength, required } from '../../lib/validation';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { SelectField, TextareaField, TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import { askForReference, referencesQuery } from './api';

/** Requests a reference from someone by email. */
export function ReferenceAskDialog({ uuid, onClose }: { uuid: string; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm({
    initial: { name: '', email: '', title: '', relationship: '', message: '' },
    labels: {
      name: t('references.field.name'),
      email: t('references.field.email'),
      title: t('references.field.title'),
      relationship: t('references.field.relationship'),
      message: t('references.field.message'),
    },
    rules: {
      name: [required, maxLength(255)],
      email: [required, email, maxLength(320)],
      title: [maxLength(255)],
      message: [maxLength(1000)],
    },
  });
  const send = form.submit(async (values) => {
    await askForReference(uuid, { ...values, email: values.email.trim() }, key);
    await queries.invalidateQueries({ queryKey: referencesQuery(uuid).queryKey });
    toast.success(t('references.done.asked', { email: isolate(values.email.trim()) }));
    onClose();
  });
  return (
    <Modal opened onClose={onClose} closeOnClickOutside={false} title={t('references.ask')} size={560}>
      <form noValidate onSubmit={(event) => void send(event)}>
        <Stack gap="md">
          <Text c="dimmed">{t('references.help.ask')}</Text>
          <FormProblems problems={form.problems} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextField field={form.field('name')} data-autofocus autoComplete="off" />
            <TextField field={form.field('email')} type="email" dir="ltr" autoComplete="off" />
          </SimpleGrid>
          <TextField field={form.field('title')} description={t('references.help.title')} />
          <SelectField
            field={form.field('relationship')}
            description={t('references.help.relationship')}
            data={RELATIONSHIPS.map((value) => ({ value, label: t(`references.relationship.${value}`) }))}
          />
          <TextareaField
            field={form.field('message')}
            description={t('references.help.message')}
            maxRows={8}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t('references.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
