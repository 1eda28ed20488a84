import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './Message.module.css';
import { PublicFrame } from './PublicFrame';

interface MessageProps {
  title: string;
  text: string;
  children?: ReactNode;
}

/** A page with a single message, such as private, not found or deleted. */
export function Message({ title, text, children }: MessageProps) {
  return (
    <PublicFrame title={title}>
      <Stack gap="md" className={styles.message}>
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text c="dimmed">{text}</Text>
        {children}
      </Stack>
    </PublicFrame>
  );
}
