import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxLength, required } from '../../lib/validation';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextareaField, TextField } from '../../ui/form/fields';
import { FormRefusal, useForm } from '../../ui/form/useForm';
import { API_KEYS, createApiKey, type GroupChoice } from './api';
import { GroupsField } from './GroupsField';
import { ScopePicker } from './ScopePicker';
import { SecretModal } from './SecretModal';
import { PRESETS } from './scopes';

interface Values {
  name: string;
  scopes: string[];
  group_ids: GroupChoice[];
  allowed_addresses: string;
  /** A day. */
  expires_at: string;
}

/** Makes a key, then shows its secret: this once and never again. */
export function ApiKeyCreateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [secret, setSecret] = useState('');
  const form = useForm<Values>({
    initial: {
      name: '',
      scopes: [...PRESETS.issue],
      group_ids: [],
      allowed_addresses: '',
      expires_at: '',
    },
    labels: {
      name: t('apiKeys.form.name'),
      scopes: t('apiKeys.form.scopes'),
      group_ids: t('apiKeys.form.groups'),
      allowed_addresses: t('apiKeys.form.addresses'),
      expires_at: t('apiKeys.form.expires'),
    },
    rules: { name: [required, maxLength(255)] },
  });
  const save = form.submit(async (values) => {
    if (values.scopes.length === 0) throw new FormRefusal(t('apiKeys.form.noScopes'));
    setSecret(
      await createApiKey({
        name: values.name.trim(),
        scopes: values.scopes,
        group_ids: values.group_ids.map(({ id }) => id),
        allowed_addresses: values.allowed_addresses.split(/[\s,;]+/).filter((address) => address !== ''),
        expires_at: endOf(values.expires_at),
      }),
    );
    await queries.invalidateQueries({ queryKey: API_KEYS });
  });
  return (
    <SecretModal title={t('apiKeys.new')} secret={secret} onClose={onClose}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <TextField field={form.field('name')} description={t('apiKeys.form.nameHelp')} data-autofocus />
          <ScopePicker value={form.values.scopes} onChange={(scopes) => form.set('scopes', scopes)} />
          <Stack gap={2}>
            <Text fw={500}>{t('apiKeys.form.limits')}</Text>
            <Text c="dimmed" size="sm">
              {t('apiKeys.form.limitsHelp')}
            </Text>
          </Stack>
          <GroupsField field={form.field('group_ids')} />
          <TextareaField
            field={form.field('allowed_addresses')}
            description={t('apiKeys.form.addressesHelp')}
            placeholder="192.0.2.0/24"
            minRows={2}
            dir="ltr"
          />
          <TextField
            field={form.field('expires_at')}
            description={t('apiKeys.form.expiresHelp')}
            type="date"
            w={{ base: '100%', xs: 240 }}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t('apiKeys.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </SecretModal>
  );
}

/** The moment at which a day ends here; empty for no day. */
function endOf(day: string): string {
  return day === '' ? '' : new Date(`${day}T23:59:59`).toISOString();
}
