import { Button, Menu } from '@mantine/core';
import { IconFilterPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterChip } from './FilterChip';
import { type Filter, isOn, nothingOf } from './filters';
import type { ListState } from './useListState';

/** The active filters as chips that can be edited and removed, and a menu to add filters. */
export function FilterBar({ list, filters }: { list: ListState; filters: readonly Filter[] }) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState<string | null>(null);
  const root = useFocusKept(editing);
  const on = filters.filter((filter) => isOn(filter, list.filters) || filter.name === editing);
  const off = filters.filter((filter) => !on.includes(filter));
  return (
    <div ref={root} style={{ display: 'contents' }}>
      {on.map((filter) => (
        <FilterChip
          key={filter.name}
          filter={filter}
          values={list.filters}
          opened={filter.name === editing}
          onOpen={() => setEditing(filter.name)}
          onClose={() => setEditing((current) => (current === filter.name ? null : current))}
          onChange={list.setFilters}
          onRemove={() => {
            setEditing(null);
            list.setFilters(nothingOf(filter));
          }}
        />
      ))}
      {off.length > 0 && (
        <Menu position="bottom-start" returnFocus={false} trapFocus>
          <Menu.Target>
            <Button data-add-filter variant="default" leftSection={<IconFilterPlus size={16} aria-hidden />}>
              {t('ui.filter.add')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
            {off.map((filter) => (
              <Menu.Item key={filter.name} onClick={() => setEditing(filter.name)}>
                {filter.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}

/** Moves the focus to the filter's chip after an edit, or to the menu if the chip is gone. */
function useFocusKept(editing: string | null) {
  const root = useRef<HTMLDivElement>(null);
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (editing === null && last.current !== null) {
      const active = document.activeElement;
      if (active === null || active === document.body || active.closest('[data-filter-editor]')) {
        const chip = root.current?.querySelector<HTMLElement>(`[data-filter="${last.current}"]`);
        (chip ?? root.current?.querySelector<HTMLElement>('[data-add-filter]'))?.focus();
      }
    }
    last.current = editing;
  }, [editing]);
  return root;
}
