import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/CopyButton';
import styles from './Webhooks.module.css';

/** Shows a secret for the only time. */
export function SecretOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('webhooks.secret.once')}</Text>
      <div className={styles.secret} dir="ltr">
        <span>{secret}</span>
        <CopyButton value={secret} label={t('webhooks.secret.copy')} />
      </div>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('webhooks.secret.done')}
        </Button>
      </Group>
    </Stack>
  );
}
