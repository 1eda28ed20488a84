import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RELATIONSHIPS } from '../../../api/relationships';
import { isolate } from '../../../lib/bidi';
import { email, maxLength, required } from '../../../lib/validation';
import { FormProblems } from '../../../ui/form/FormProblems';
import { SelectField, TextareaField, TextField } from '../../../ui/form/fields';
import { useForm } from '../../../ui/form/useForm';
import { toast } from '../../../ui/toast/toast';
import { askOwnReference } from './api';

/** Nobody asks a stranger for a reference. */
const KNOWN = RELATIONSHIPS.filter((value) => value !== 'stranger');

interface ReferenceFormProps {
  uuid: string;
  onBack: () => void;
  onDone: () => Promise<void>;
}

/** The form that emails someone a request for a reference. */
export function ReferenceForm({ uuid, onBack, onDone }: ReferenceFormProps) {
  const { t } = useTranslation();
  const form = useForm({
    initial: { name: '', email: '', relationship: '', message: '' },
    labels: {
      name: t('references.field.name'),
      email: t('references.field.email'),
      relationship: t('supplements.references.relationshipLabel'),
      message: t('references.field.message'),
    },
    rules: {
      name: [required, maxLength(255)],
      email: [required, email, maxLength(320)],
      message: [maxLength(1000)],
    },
  });
  const send = form.submit(async (values) => {
    const address = values.email.trim();
    await askOwnReference(uuid, { ...values, email: address });
    toast.success(t('references.done.asked', { email: isolate(address) }));
    await onDone();
  });
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <Stack gap="md">
        <Text c="dimmed">{t('references.help.ask')}</Text>
        <FormProblems problems={form.problems} />
        <TextField field={form.field('name')} autoComplete="off" dir="auto" />
        <TextField field={form.field('email')} type="email" dir="ltr" autoComplete="off" />
        <SelectField
          field={form.field('relationship')}
          description={t('references.help.relationship')}
          data={KNOWN.map((value) => ({
            value,
            label: t(`supplements.references.relationship.${value as 'taught'}`),
          }))}
        />
        <TextareaField field={form.field('message')} dir="auto" description={t('references.help.message')} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onBack}>
            {t('ui.dialog.cancel')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {t('references.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
