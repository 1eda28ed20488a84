import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { API_KEYS } from '../../api/queries/keys';
import { FormProblems } from '../../ui/form/FormProblems';
import { useForm } from '../../ui/form/useForm';
import { type ApiKey, rotateApiKey } from './api';
import { SecretModal } from './SecretModal';

const ENDS = ['later', 'now'] as const;

/** Rotates the secret of a key and shows the new one once. */
export function RotateDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [secret, setSecret] = useState('');
  const form = useForm({ initial: { end: 'later' as string }, labels: { end: t('apiKeys.rotate.end') } });
  const rotate = form.submit(async ({ end }) => {
    setSecret(await rotateApiKey(apiKey.id, end === 'now'));
    await queries.invalidateQueries({ queryKey: API_KEYS });
  });
  return (
    <SecretModal title={t('apiKeys.rotate.title', { name: apiKey.name })} secret={secret} onClose={onClose}>
      <form noValidate onSubmit={(event) => void rotate(event)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <Text>{t('apiKeys.rotate.body')}</Text>
          <Radio.Group
            label={t('apiKeys.rotate.end')}
            value={form.values.end}
            onChange={(value) => form.set('end', value)}
          >
            <Stack gap="xs" mt={4}>
              {ENDS.map((end) => (
                <Radio
                  key={end}
                  value={end}
                  label={t(`apiKeys.rotate.ends.${end}`)}
                  description={t(`apiKeys.rotate.endsHelp.${end}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t('apiKeys.rotate.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </SecretModal>
  );
}
