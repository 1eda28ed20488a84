import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RELATIONSHIPS } from '../../api/relationships';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { maxLength, required, url } from '../../lib/validation';
import { FormProblems } from '../../ui/form/FormProblems';
import { SelectField, TextareaField, TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { type Invitation, submitReference } from './api';

interface RefereeFormProps {
  token: string;
  invitation: Invitation;
  onSent: (next: Invitation) => void;
  /** Set when the referee edits a submitted reference. */
  onCancel?: (() => void) | undefined;
  /** Rendered next to the submit button. */
  extra: ReactNode;
}

/** Form for the reference and the referee's own details. */
export function RefereeForm({ token, invitation, onSent, onCancel, extra }: RefereeFormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { referee, expires_at: until } = invitation;
  const form = useForm({
    initial: {
      relationship: invitation.relationship ?? '',
      description: invitation.description,
      name: referee.name,
      title: referee.title ?? '',
      url: referee.url ?? '',
    },
    labels: {
      relationship: t('referee.field.relationship', { name: isolate(invitation.recipient_name) }),
      description: t('referee.field.description'),
      name: t('referee.field.name'),
      title: t('referee.field.title'),
      url: t('referee.field.url'),
    },
    rules: {
      relationship: [required],
      description: [required, maxLength(5000)],
      name: [required, maxLength(255)],
      title: [maxLength(255)],
      url: [url, maxLength(2048)],
    },
  });
  const send = form.submit(async (values) => onSent(await submitReference(token, values)));
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <Stack gap="md">
        <FormProblems problems={form.problems} />
        <SelectField
          field={form.field('relationship')}
          placeholder={t('referee.field.choose')}
          data={RELATIONSHIPS.map((value) => ({ value, label: t(`references.own.${value}`) }))}
        />
        <TextareaField
          field={form.field('description')}
          description={t('referee.field.descriptionHelp')}
          minRows={6}
          maxRows={18}
          dir="auto"
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextField field={form.field('name')} autoComplete="name" />
          <TextField
            field={form.field('title')}
            autoComplete="organization-title"
            description={t('referee.field.titleHelp')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
        </SimpleGrid>
        <TextField
          field={form.field('url')}
          description={t('referee.field.urlHelp')}
          type="url"
          placeholder="https://"
          dir="ltr"
          autoComplete="url"
        />
        <Text c="dimmed" fz="sm">
          {t('referee.shown')}
          {until && ` ${t('referee.until', { date: isolate(format.date(until.slice(0, 10))) })}`}
        </Text>
        <Group gap="xs">
          <Button type="submit" loading={form.busy}>
            {t(onCancel ? 'referee.save' : 'referee.send')}
          </Button>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t('ui.dialog.cancel')}
            </Button>
          )}
          {extra}
        </Group>
      </Stack>
    </form>
  );
}
