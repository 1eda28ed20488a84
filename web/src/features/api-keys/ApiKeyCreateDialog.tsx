import { Button, Group, Radio, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { API_KEYS } from '../../api/queries/keys';
import { FormProblems } from '../../ui/form/FormProblems';
import { useForm } from '../../ui/form/useForm';
import { ApiKeyFields, KEY_RULES, type KeyFormValues, toCall, useKeyLabels } from './ApiKeyFields';
import { createApiKey, type KeyMode } from './api';
import { SecretModal } from './SecretModal';
import { PRESETS } from './scopes';

const MODES: readonly KeyMode[] = ['live', 'test'];

/** Creates an API key, then shows its secret once. */
export function ApiKeyCreateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [mode, setMode] = useState<KeyMode>('live');
  const [secret, setSecret] = useState('');
  const form = useForm<KeyFormValues>({
    initial: {
      name: '',
      scopes: [...PRESETS.issue],
      group_ids: [],
      allowed_addresses: '',
      rate_limit: '',
      expires_at: '',
    },
    labels: useKeyLabels(),
    rules: KEY_RULES,
  });
  const save = form.submit(async (values) => {
    setSecret(await createApiKey({ ...toCall(values, t('apiKeys.form.noScopes')), mode }));
    await queries.invalidateQueries({ queryKey: API_KEYS });
  });
  return (
    <SecretModal title={t('apiKeys.new')} secret={secret} onClose={onClose}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <Radio.Group
            label={t('apiKeys.form.mode')}
            value={mode}
            onChange={(value) => setMode(value as KeyMode)}
          >
            <Stack gap="xs" mt={4}>
              {MODES.map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={t(`apiKeys.mode.${one}`)}
                  description={t(`apiKeys.modeHelp.${one}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          <ApiKeyFields form={form} />
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
