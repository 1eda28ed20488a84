import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './Panel.module.css';

interface PanelProps {
  title?: string;
  description?: string;
  children: ReactNode;
}

/** A sheet of paper on the ground: one topic of a page. */
export function Panel({ title, description, children }: PanelProps) {
  return (
    <section className={styles.panel}>
      {title && (
        <div className={styles.head}>
          <Title order={2} size="h3">
            {title}
          </Title>
          {description && <Text c="dimmed">{description}</Text>}
        </div>
      )}
      <Stack gap="md">{children}</Stack>
    </section>
  );
}
