import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  action?: ReactNode;
  /** Shown in place of an empty list. */
  empty: string;
  failed?: string | false | null;
  /** Undefined while loading. */
  count: number | undefined;
  children: ReactNode;
}

/** A titled list with its loading, failing and empty states. */
export function Section({ title, action, empty, failed, count, children }: SectionProps) {
  return (
    <section>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={3} size="h4">
            {title}
          </Title>
          {action}
        </Group>
        {failed ? (
          <Text c="dimmed" role="alert">
            {failed}
          </Text>
        ) : count === undefined ? (
          <Skeleton height={72} aria-busy />
        ) : count === 0 ? (
          <Text c="dimmed">{empty}</Text>
        ) : (
          children
        )}
      </Stack>
    </section>
  );
}
