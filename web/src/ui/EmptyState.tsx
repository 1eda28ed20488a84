import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  title: string;
  /** 1 where nothing else names the page. */
  level?: 1 | 2;
  /** One sentence that teaches what will be here. */
  description?: string;
  /** A true picture of what will be here. */
  picture?: ReactNode;
  /** The one thing to do. */
  action?: ReactNode;
}

/** What stands where a list has nothing to show. */
export function EmptyState({ title, level = 2, description, picture, action }: EmptyStateProps) {
  return (
    <Stack className={styles.empty} align="center" gap="md">
      {picture}
      <Stack gap={4} align="center">
        <Title order={level} size="h3" ta="center">
          {title}
        </Title>
        {description && (
          <Text c="dimmed" maw={460} ta="center">
            {description}
          </Text>
        )}
      </Stack>
      {action}
    </Stack>
  );
}
