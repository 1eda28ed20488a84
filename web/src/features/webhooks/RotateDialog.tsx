import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WEBHOOKS } from '../../api/queries/keys';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { useForm } from '../../ui/form/useForm';
import { rotateSecret, type Webhook } from './api';
import { SecretOnce } from './SecretOnce';

/** Rotates a webhook's secret and shows the new one once. */
export function RotateDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [secret, setSecret] = useState('');
  const form = useForm({ initial: {}, labels: {} });
  const rotate = form.submit(async () => {
    setSecret(await rotateSecret(webhook.id));
    await queries.invalidateQueries({ queryKey: WEBHOOKS });
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(secret ? 'webhooks.secret.title' : 'webhooks.rotate.title')}
      closeOnClickOutside={false}
      closeOnEscape={secret === ''}
      withCloseButton={secret === ''}
    >
      {secret ? (
        <SecretOnce secret={secret} onClose={onClose} />
      ) : (
        <form noValidate onSubmit={(event) => void rotate(event)}>
          <Stack gap="md">
            <FormProblems problems={form.problems} />
            <Text>{t('webhooks.rotate.body')}</Text>
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {t('ui.dialog.cancel')}
              </Button>
              <Button type="submit" loading={form.busy}>
                {t('webhooks.rotate.confirm')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
