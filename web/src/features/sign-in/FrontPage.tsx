import { Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';

interface FrontPageProps {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
  /** Links to related pages. */
  footer?: ReactNode;
}

/** The layout of a page before sign-in. */
export function FrontPage({ title, lead, children, footer }: FrontPageProps) {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} · ${t('product')}`;
  }, [title, t]);
  return (
    <Stack gap="lg">
      <Stack gap={6}>
        <Title order={1} size="h2">
          {title}
        </Title>
        {lead && (
          <Text component="div" c="dimmed">
            {lead}
          </Text>
        )}
      </Stack>
      {children}
      {footer && (
        <Text component="div" c="dimmed">
          {footer}
        </Text>
      )}
    </Stack>
  );
}
