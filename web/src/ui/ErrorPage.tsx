import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { lastFailedRequest } from '../api/errors';
import { isolate } from '../lib/bidi';
import { supportEmail } from '../lib/installation';

interface ErrorPageProps {
  title?: string;
  /** What happened and what the user can do. */
  description?: string;
  /** Called to retry. By default the page is reloaded. */
  onRetry?: () => void;
  /** The error's description for the email to support. */
  detail?: string;
  /** Whether only a part of a page failed. The page then has its own heading of level 1. */
  part?: boolean;
}

/** A page, or a part of one, for errors, with buttons to retry and to contact support. */
export function ErrorPage({ title, description, onRetry, detail, part = false }: ErrorPageProps) {
  const { t } = useTranslation();
  const support = supportEmail();
  const request = lastFailedRequest();
  const facts = [window.location.pathname, detail, request && t('ui.error.request', { id: request })];
  return (
    <Stack align="center" gap="md" py={part ? 32 : 72} px="md" role="alert">
      <Stack gap={4} align="center" maw={480}>
        <Title order={part ? 2 : 1} size="h3" ta="center">
          {title ?? t(part ? 'ui.error.partTitle' : 'ui.error.title')}
        </Title>
        <Text c="dimmed" ta="center" style={{ whiteSpace: 'pre-line' }}>
          {description ?? t('ui.error.description')}
        </Text>
        {support && (
          <Text c="dimmed" ta="center">
            {t('ui.error.writeTo', { address: isolate(support) })}
          </Text>
        )}
      </Stack>
      <Group gap="xs" justify="center">
        <Button onClick={onRetry ?? (() => window.location.reload())}>{t('ui.error.retry')}</Button>
        {support && (
          <Button variant="default" component="a" href={mailTo(support, facts)}>
            {t('ui.error.email')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function mailTo(address: string, facts: readonly (string | undefined)[]): string {
  const body = facts.filter(Boolean).join('\n');
  return `mailto:${address}?body=${encodeURIComponent(body)}`;
}
