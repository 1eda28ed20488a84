import { Button, Menu } from '@mantine/core';
import { IconBookmark, IconDeviceFloppy, IconSettings, IconStar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ListState } from '../../ui/list/useListState';
import { SavedFilterDialog } from './SavedFilterDialog';
import styles from './SavedFilters.module.css';
import { SavedFiltersDialog } from './SavedFiltersDialog';
import { savedFiltersQuery } from './savedFilters';

/** A menu of the user's saved filters: applies one, saves the current filters, or opens the dialog to manage them. */
export function SavedFilters({ list }: { list: ListState }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: filters = [] } = useQuery(savedFiltersQuery);
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const current = filters.find(({ query }) => query === list.narrowing);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
            <span className={styles.current}>
              {current ? <bdi>{current.name}</bdi> : t('credentials.savedFilter.title')}
            </span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={420} maw={320} style={{ overflowY: 'auto' }}>
          {filters.map(({ id, name, query, is_default: isDefault }) => (
            <Menu.Item
              key={id}
              aria-current={id === current?.id || undefined}
              fw={id === current?.id ? 600 : undefined}
              rightSection={
                isDefault && (
                  <IconStar size={14} role="img" aria-label={t('credentials.savedFilter.isDefault')} />
                )
              }
              onClick={() => void navigate({ search: `?${query}` })}
            >
              <bdi>{name}</bdi>
            </Menu.Item>
          ))}
          {filters.length === 0 && <Menu.Label>{t('credentials.savedFilter.none')}</Menu.Label>}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconDeviceFloppy size={16} stroke={1.6} aria-hidden />}
            disabled={list.narrowing === '' || current !== undefined}
            onClick={() => setDialog('save')}
          >
            {t('credentials.savedFilter.save')}
          </Menu.Item>
          {filters.length > 0 && (
            <Menu.Item
              leftSection={<IconSettings size={16} stroke={1.6} aria-hidden />}
              onClick={() => setDialog('manage')}
            >
              {t('credentials.savedFilter.manage')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && <SavedFilterDialog query={list.narrowing} onClose={() => setDialog(null)} />}
      {dialog === 'manage' && (
        <SavedFiltersDialog filters={filters} query={list.narrowing} onClose={() => setDialog(null)} />
      )}
    </>
  );
}
