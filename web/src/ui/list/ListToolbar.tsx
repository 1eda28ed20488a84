import { ActionIcon, Group, Pill, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListState } from './useListState';

interface ListToolbarProps {
  list: ListState;
  /** The label of the search field, such as "Search groups". */
  searchLabel: string;
  /** Menus and switches that set filters. */
  filters?: ReactNode;
  /** Returns the text of an active filter's chip: (name, value) => "Status: draft". */
  describeFilter?: (name: string, value: string) => string;
  /** Controls for the whole list, shown at the far end. */
  end?: ReactNode;
}

const TYPING_PAUSE = 250;

/** A search field, filters, and the active filters as removable chips. */
export function ListToolbar({ list, searchLabel, filters, describeFilter, end }: ListToolbarProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(list.query);
  const search = useDebouncedCallback(list.setQuery, TYPING_PAUSE);
  useEffect(() => setText(list.query), [list.query]);

  const chips = describeFilter ? Object.entries(list.filters) : [];
  return (
    <Group gap="xs" mb="sm">
      <TextInput
        type="search"
        aria-label={searchLabel}
        placeholder={searchLabel}
        w={{ base: '100%', xs: 280 }}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          text !== '' && (
            <ActionIcon size="sm" aria-label={t('ui.list.clearSearch')} onClick={() => list.setQuery('')}>
              <IconX size={14} />
            </ActionIcon>
          )
        }
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
      />
      {filters}
      {chips.map(([name, value]) => {
        const words = describeFilter?.(name, value) ?? value;
        return (
          <Pill
            key={name}
            size="md"
            withRemoveButton
            onRemove={() => list.setFilter(name, '')}
            removeButtonProps={{
              'aria-label': t('ui.list.removeFilter', { filter: words }),
              tabIndex: 0,
              'aria-hidden': false,
            }}
          >
            {words}
          </Pill>
        );
      })}
      {end && (
        <Group gap="xs" ms="auto" wrap="nowrap">
          {end}
        </Group>
      )}
    </Group>
  );
}
