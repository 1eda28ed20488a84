import { Button, CloseButton, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import type { Selection } from '../list/useSelection';
import styles from './BulkBar.module.css';

interface BulkBarProps {
  selection: Selection;
  pageSelected: boolean;
  totalCount: number;
  /** The total as text. It may be a capped count. */
  total: string;
  actions: ReactNode;
}

/** A bar that slides up with the number of selected rows and an offer to select all matching rows. */
export function BulkBar({ selection, pageSelected, totalCount, total, actions }: BulkBarProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const more = pageSelected && !selection.allMatching && totalCount > selection.count;
  return (
    <section className={styles.bar} aria-label={t('ui.table.bulk')}>
      <Group gap="xs">
        <CloseButton size="sm" aria-label={t('ui.table.clearSelection')} onClick={selection.clear} />
        <Text fw={500} role="status">
          {t('ui.table.selected', { count: selection.count, number: format.number(selection.count) })}
        </Text>
        {more && (
          <Button size="compact-sm" variant="subtle" onClick={selection.selectAllMatching}>
            {t('ui.table.selectAll', { count: totalCount, number: total })}
          </Button>
        )}
      </Group>
      <Group gap="xs">{actions}</Group>
    </section>
  );
}
