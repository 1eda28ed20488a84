import { Text } from '@mantine/core';
import { IconPencil, IconReplace, IconStar, IconStarOff, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { isolate } from '../../lib/bidi';
import { type Action, ActionMenu } from '../../ui/ActionMenu';
import { dialog } from '../../ui/dialog/dialog';
import { Modal } from '../../ui/dialog/Modal';
import { toast } from '../../ui/toast/toast';
import { SavedFilterDialog } from './SavedFilterDialog';
import styles from './SavedFilters.module.css';
import { deleteSavedFilter, type SavedFilter, savedFiltersQuery, updateSavedFilter } from './savedFilters';

interface SavedFiltersDialogProps {
  filters: readonly SavedFilter[];
  /** The current filters, as a query string. */
  query: string;
  onClose: () => void;
}

/** All saved filters, to rename, overwrite, delete or set as default. */
export function SavedFiltersDialog({ filters, query, onClose }: SavedFiltersDialogProps) {
  const { t } = useTranslation();
  const [renamed, setRenamed] = useState<SavedFilter | null>(null);
  const change = useChange();
  const remove = async (filter: SavedFilter) => {
    const sure = await dialog.confirm({
      title: t('credentials.savedFilter.deleteTitle', { name: isolate(filter.name) }),
      body: t('credentials.savedFilter.deleteBody'),
      confirmLabel: t('credentials.savedFilter.deleteConfirm'),
      danger: true,
    });
    if (sure) await change(() => deleteSavedFilter(filter.id));
  };
  const actionsOf = (filter: SavedFilter): Action[] => [
    {
      key: 'rename',
      label: t('credentials.savedFilter.rename'),
      icon: IconPencil,
      run: () => setRenamed(filter),
    },
    {
      key: 'default',
      label: t(
        filter.is_default ? 'credentials.savedFilter.noDefault' : 'credentials.savedFilter.makeDefault',
      ),
      icon: filter.is_default ? IconStarOff : IconStar,
      run: () => void change(() => updateSavedFilter(filter.id, { is_default: !filter.is_default })),
    },
    ...(query === '' || query === filter.query
      ? []
      : [
          {
            key: 'replace',
            label: t('credentials.savedFilter.replace'),
            icon: IconReplace,
            run: () => void change(() => updateSavedFilter(filter.id, { query })),
          },
        ]),
    {
      key: 'delete',
      label: t('credentials.savedFilter.delete'),
      icon: IconTrash,
      danger: true,
      run: () => void remove(filter),
    },
  ];
  if (renamed) {
    return <SavedFilterDialog filter={renamed} query={query} onClose={() => setRenamed(null)} />;
  }
  return (
    <Modal opened onClose={onClose} title={t('credentials.savedFilter.title')}>
      {filters.length === 0 && <Text c="dimmed">{t('credentials.savedFilter.none')}</Text>}
      <ul className={styles.list}>
        {filters.map((filter) => (
          <li key={filter.id}>
            <span className={styles.name}>
              <bdi>{filter.name}</bdi>
              {filter.is_default && (
                <Text span c="dimmed" fz="xs" ms="xs">
                  {t('credentials.savedFilter.isDefault')}
                </Text>
              )}
            </span>
            <ActionMenu
              label={t('credentials.savedFilter.actionsFor', { name: filter.name })}
              actions={actionsOf(filter)}
            />
          </li>
        ))}
      </ul>
    </Modal>
  );
}

/** Returns a function that changes a saved filter and reloads the list. */
function useChange() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return async (act: () => Promise<unknown>) => {
    try {
      await act();
      await queries.invalidateQueries({ queryKey: savedFiltersQuery.queryKey });
    } catch (error) {
      toast.formWarning(t('credentials.savedFilter.failed'), error instanceof ApiError ? error.lines : []);
    }
  };
}
