import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupChoicesQuery } from '../../api/queries/groups';

const TYPING_PAUSE = 250;

interface GroupFilterProps {
  /** The group's ID, and its name if known. */
  value: string;
  name?: string;
  onChange: (id: string) => void;
}

/** Filters a list by one group, found by name. */
export function GroupFilter({ value, name, onChange }: GroupFilterProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text === name ? '' : text, TYPING_PAUSE);
  const { data = [] } = useQuery(groupChoicesQuery(query, { sort: 'name' }));
  const choices = data.map((group) => ({ value: String(group.id), label: group.name }));
  if (value && name && !choices.some((choice) => choice.value === value))
    choices.unshift({ value, label: name });
  return (
    <Select
      w={{ base: '100%', xs: 220 }}
      aria-label={t('evidence.queue.group')}
      placeholder={t('evidence.queue.group')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('evidence.queue.allGroups') }}
      nothingFoundMessage={t('evidence.queue.noGroup')}
      filter={({ options }) => options}
      data={choices}
      value={value || null}
      onSearchChange={setText}
      onChange={(id) => onChange(id ?? '')}
    />
  );
}
