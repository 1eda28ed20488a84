import { Anchor, Group, Text, Title } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import styles from './PageHeader.module.css';

interface PageHeaderProps {
  title: string;
  /** A line below the title: counts, a status or the purpose of the page. */
  subtitle?: ReactNode;
  /** The primary action, and any small controls next to it. */
  action?: ReactNode;
  /** The list that this page belongs to. */
  back?: { to: string; label: string };
}

const PRODUCT = 'Laurel';

/** The title of a page, which is also the browser's document title, and its primary action. */
export function PageHeader({ title, subtitle, action, back }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
  return (
    <header className={styles.header}>
      {back && (
        <Anchor component={Link} to={back.to} className={styles.back}>
          <IconChevronLeft size={14} aria-hidden className={styles.arrow} />
          {back.label}
        </Anchor>
      )}
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className={styles.words}>
          <Title order={1} size="h2">
            {title}
          </Title>
          {subtitle && (
            <Text component="div" c="dimmed">
              {subtitle}
            </Text>
          )}
        </div>
        {action && <Group gap="xs">{action}</Group>}
      </Group>
    </header>
  );
}
