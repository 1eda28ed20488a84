import { Button, Group, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { hasSession, signedOut } from '../signedOut';
import { Attempts } from './Attempts';
import { importsQuery } from './api';
import { ImportedList } from './ImportedList';
import { ImportForm } from './ImportForm';
import styles from './imports.module.css';
import { useImporting } from './useImporting';

interface ImportPageProps {
  Frame: ComponentType<{ title: string; children: ReactNode }>;
}

/** Brings credentials of other issuers into the wallet. */
export function ImportPage({ Frame }: ImportPageProps) {
  const { t } = useTranslation();
  const { error } = useInfiniteQuery({ ...importsQuery(), enabled: hasSession() });
  const { attempts, busy, add, clear } = useImporting();
  const title = t('imported.title');
  if (signedOut(error)) return <Navigate to="/me/sign-in?next=/me/import" replace />;
  return (
    <Frame title={title}>
      <Group justify="space-between" mb={4}>
        <Title order={1} size="h2">
          {title}
        </Title>
        <Button component={Link} to="/me?show=imported" variant="default">
          {t('recipient.bar.all')}
        </Button>
      </Group>
      <Text c="dimmed" mb="lg" maw={640}>
        {t('imported.text')}
      </Text>
      <ImportForm
        busy={busy}
        onAdd={async (sources) => (await add(sources)).every(({ problem }) => !problem)}
      />
      {attempts.length > 0 && <Attempts attempts={attempts} onClear={clear} />}
      <section className={styles.list} aria-labelledby="imported">
        <Title order={2} size="h3" mb="sm" id="imported">
          {t('imported.list')}
        </Title>
        <ImportedList view="list" empty={<Text c="dimmed">{t('imported.none')}</Text>} />
      </section>
    </Frame>
  );
}
