import { Button, Checkbox, Group, Input, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBilling } from '../../api/queries/billing';
import { WEBHOOKS } from '../../api/queries/keys';
import { maxLength, required } from '../../lib/validation';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import { createWebhook, type EventType, updateWebhook, type Webhook } from './api';
import { EVENT_GROUPS, eventKey } from './events';
import { SecretOnce } from './SecretOnce';

interface Values {
  url: string;
  description: string;
  events: EventType[];
}

/** Creates a webhook and shows its secret once, or edits a webhook. */
export function WebhookDialog({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [secret, setSecret] = useState('');
  const form = useForm<Values>({
    initial: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      events: webhook?.events ?? ['credential.published'],
    },
    labels: {
      url: t('webhooks.form.url'),
      description: t('webhooks.form.description'),
      events: t('webhooks.form.events'),
    },
    rules: { url: [required, maxLength(2048)], description: [maxLength(255)] },
  });
  const save = form.submit(async (values) => {
    if (webhook) {
      await updateWebhook(webhook.id, values);
      toast.success(t('webhooks.saved'));
      onClose();
    } else {
      setSecret(await createWebhook(values));
    }
    await queries.invalidateQueries({ queryKey: WEBHOOKS });
  });
  const title = secret ? 'webhooks.secret.title' : webhook ? 'webhooks.edit' : 'webhooks.new';
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(title)}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={secret === ''}
      withCloseButton={secret === ''}
    >
      {secret ? (
        <SecretOnce secret={secret} onClose={onClose} />
      ) : (
        <form noValidate onSubmit={(event) => void save(event)}>
          <Stack gap="md">
            <FormProblems problems={form.problems} />
            <TextField
              field={form.field('url')}
              description={t('webhooks.form.urlHelp')}
              placeholder="https://"
              type="url"
              dir="ltr"
              data-autofocus
            />
            <TextField field={form.field('description')} description={t('webhooks.form.descriptionHelp')} />
            <EventPicker
              value={form.values.events}
              error={form.field('events').error}
              onChange={(events) => form.set('events', events)}
            />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {t('ui.dialog.cancel')}
              </Button>
              <Button type="submit" loading={form.busy} disabled={form.values.events.length === 0}>
                {t(webhook ? 'webhooks.save' : 'webhooks.create')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

interface PickerProps {
  value: EventType[];
  error: string | undefined;
  onChange: (events: EventType[]) => void;
}

/** Event types in groups. The checkbox of a group selects all its events. */
function EventPicker({ value, error, onChange }: PickerProps) {
  const { t } = useTranslation();
  const billing = useBilling();
  const set = (events: readonly EventType[], on: boolean) =>
    onChange([...value.filter((one) => !events.includes(one)), ...(on ? events : [])]);
  return (
    <Stack gap="sm" role="group" aria-label={t('webhooks.form.events')}>
      <Text fw={500}>{t('webhooks.form.events')}</Text>
      {EVENT_GROUPS.filter(({ name }) => billing || name !== 'billing').map(({ name, events }) => {
        const chosen = events.filter((event) => value.includes(event)).length;
        return (
          <Stack key={name} gap="sm">
            <Checkbox
              label={t(`webhooks.eventGroup.${name}`)}
              checked={chosen === events.length}
              indeterminate={chosen > 0 && chosen < events.length}
              onChange={() => set(events, chosen < events.length)}
            />
            <Stack gap="sm" ps={28}>
              {events.map((event) => (
                <Checkbox
                  key={event}
                  size="xs"
                  label={t(`webhooks.event.${eventKey(event)}`)}
                  checked={value.includes(event)}
                  onChange={(change) => set([event], change.currentTarget.checked)}
                />
              ))}
            </Stack>
          </Stack>
        );
      })}
      {error && <Input.Error>{error}</Input.Error>}
    </Stack>
  );
}
