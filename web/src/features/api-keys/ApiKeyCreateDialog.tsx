import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxLength, required } from '../../lib/validation';
import { CopyButton } from '../../ui/CopyButton';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import styles from './ApiKeys.module.css';
import { type Access, API_KEYS, createApiKey } from './api';

const ACCESSES = ['read', 'write'] as const;

/** Makes a key, then shows its secret: this once and never again. */
export function ApiKeyCreateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [secret, setSecret] = useState('');
  const form = useForm({
    initial: { name: '', access: 'read' as string },
    labels: { name: t('apiKeys.form.name'), access: t('apiKeys.form.access') },
    rules: { name: [required, maxLength(255)] },
  });
  const save = form.submit(async ({ name, access }) => {
    setSecret((await createApiKey(name, access as Access)).secret);
    await queries.invalidateQueries({ queryKey: API_KEYS });
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(secret ? 'apiKeys.secret.title' : 'apiKeys.new')}
      closeOnClickOutside={false}
      closeOnEscape={secret === ''}
      withCloseButton={secret === ''}
    >
      {secret ? (
        <Stack gap="md">
          <Text c="dimmed">{t('apiKeys.secret.once')}</Text>
          <div className={styles.secret} dir="ltr">
            <span>{secret}</span>
            <CopyButton value={secret} label={t('apiKeys.secret.copy')} />
          </div>
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('apiKeys.secret.done')}</Button>
          </Group>
        </Stack>
      ) : (
        <form noValidate onSubmit={(event) => void save(event)}>
          <Stack gap="md">
            <FormProblems problems={form.problems} />
            <TextField field={form.field('name')} description={t('apiKeys.form.nameHelp')} data-autofocus />
            <Radio.Group
              label={t('apiKeys.form.access')}
              value={form.values.access}
              onChange={(value) => form.set('access', value)}
            >
              <Stack gap="xs" mt={4}>
                {ACCESSES.map((value) => (
                  <Radio
                    key={value}
                    value={value}
                    label={t(`apiKeys.access.${value}`)}
                    description={t(`apiKeys.accessHelp.${value}`)}
                  />
                ))}
              </Stack>
            </Radio.Group>
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
      )}
    </Modal>
  );
}
