import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './Panel.module.css';

interface PanelProps {
  title?: string;
  description?: string;
  /** A link or button next to the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A card for one topic of a page. */
export function Panel({ title, description, action, children }: PanelProps) {
  return (
    <section className={styles.panel}>
      {title && (
        <Group justify="space-between" align="flex-start" wrap="nowrap" className={styles.head}>
          <div className={styles.words}>
            <Title order={2} size="h3">
              {title}
            </Title>
            {description && <Text c="dimmed">{description}</Text>}
          </div>
          {action}
        </Group>
      )}
      <Stack gap="md">{children}</Stack>
    </section>
  );
}
