import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  title: string;
  /** Use 1 if the page has no other heading of level 1. */
  level?: 1 | 2;
  /** One sentence that explains what will appear here. */
  description?: string;
  /** An illustration of what will appear here. */
  picture?: ReactNode;
  /** The primary action. */
  action?: ReactNode;
}

/** A placeholder for a list without items. */
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
