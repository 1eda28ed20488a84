import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '../../../ui/EmptyState';
import { ImportedList } from './ImportedList';
import styles from './imports.module.css';

/** Leads from what was issued here to what was imported, and back. */
export function WalletTabs({ imported }: { imported: boolean }) {
  const { t } = useTranslation();
  return (
    <Group justify="space-between" mb="md">
      <nav className={styles.tabs} aria-label={t('imported.tabs.label')}>
        <Link to="/me" aria-current={imported ? undefined : 'page'}>
          {t('imported.tabs.issued')}
        </Link>
        <Link to="/me?show=imported" aria-current={imported ? 'page' : undefined}>
          {t('imported.tabs.imported')}
        </Link>
      </nav>
      <ImportLink />
    </Group>
  );
}

function ImportLink() {
  const { t } = useTranslation();
  return (
    <Button
      component={Link}
      to="/me/import"
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('imported.action')}
    </Button>
  );
}

/** The imported credentials of the wallet. */
export function WalletImports() {
  const { t } = useTranslation();
  return (
    <ImportedList
      view="grid"
      empty={
        <EmptyState
          title={t('imported.emptyTitle')}
          description={t('imported.text')}
          action={<ImportLink />}
        />
      }
    />
  );
}
