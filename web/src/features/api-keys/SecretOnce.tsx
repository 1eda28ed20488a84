import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CopyButton } from '../../ui/CopyButton';
import styles from './ApiKeys.module.css';

/** Shows a secret for the only time. */
export function SecretOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('apiKeys.secret.once')}</Text>
      <div className={styles.secret} dir="ltr">
        <span>{secret}</span>
        <CopyButton value={secret} label={t('apiKeys.secret.copy')} />
      </div>
      <Group justify="space-between">
        <Anchor component={Link} to="/docs/api" target="_blank" size="sm">
          {t('apiKeys.docsFirst')}
        </Anchor>
        <Button onClick={onClose} data-autofocus>
          {t('apiKeys.secret.done')}
        </Button>
      </Group>
    </Stack>
  );
}
