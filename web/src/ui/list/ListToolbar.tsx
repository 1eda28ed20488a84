import { ActionIcon, Group, Pill, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListState } from './useListState';

interface ListToolbarProps {
  list: ListState;
  /** What the search looks through: "Search groups". */
  searchLabel: string;
  /** Menus and switches that set filters. */
  filters?: ReactNode;
  /** The words of a chip for a filter that is on: (name, value) => "Status: draft". */
  describeFilter?: (name: string, value: string) => string;
  /** Stands at the far end: what concerns the whole list. */
  end?: ReactNode;
}

const TYPING_PAUSE = 250;

/** Search field, filters, and the filters that are on as chips that can be taken away. */
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
