import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { maxLength, required } from '../../lib/validation';
import { TextareaField, TextField } from '../../ui/form/fields';
import { FormRefusal, type useForm } from '../../ui/form/useForm';
import type { ApiKeyValues, GroupChoice } from './api';
import { GroupsField } from './GroupsField';
import { ScopePicker } from './ScopePicker';

/** The form values for creating and editing a key. */
export interface KeyFormValues {
  name: string;
  scopes: string[];
  group_ids: GroupChoice[];
  allowed_addresses: string;
  rate_limit: string;
  /** A local date. */
  expires_at: string;
}

export const KEY_RULES = { name: [required, maxLength(255)] };

export function useKeyLabels() {
  const { t } = useTranslation();
  return {
    name: t('apiKeys.form.name'),
    scopes: t('apiKeys.form.scopes'),
    group_ids: t('apiKeys.form.groups'),
    allowed_addresses: t('apiKeys.form.addresses'),
    rate_limit: t('apiKeys.form.rate'),
    expires_at: t('apiKeys.form.expires'),
  };
}

/** The form values as API input. Throws FormRefusal with the given message if there are no scopes. */
export function toCall(values: KeyFormValues, noScopes: string): ApiKeyValues {
  if (values.scopes.length === 0) throw new FormRefusal(noScopes);
  return {
    name: values.name.trim(),
    scopes: values.scopes,
    group_ids: values.group_ids.map(({ id }) => id),
    allowed_addresses: values.allowed_addresses.split(/[\s,;]+/).filter((address) => address !== ''),
    rate_limit: Number(values.rate_limit),
    expires_at: endOf(values.expires_at),
  };
}

/** The end of a local day as a timestamp; empty for no date. */
function endOf(day: string): string {
  return day === '' ? '' : new Date(`${day}T23:59:59`).toISOString();
}

type Form = ReturnType<typeof useForm<KeyFormValues>>;

/** Fields for the name, scopes and limits of a key. */
export function ApiKeyFields({ form }: { form: Form }) {
  const { t } = useTranslation();
  return (
    <>
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
        field={form.field('rate_limit')}
        description={t('apiKeys.form.rateHelp')}
        type="number"
        min={1}
        max={1_000_000}
        w={{ base: '100%', xs: 240 }}
      />
      <TextField
        field={form.field('expires_at')}
        description={t('apiKeys.form.expiresHelp')}
        type="date"
        w={{ base: '100%', xs: 240 }}
      />
    </>
  );
}
