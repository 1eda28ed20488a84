import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupChoicesQuery, groupQuery } from '../../api/queries/groups';
import type { Group } from './api';

const TYPING_PAUSE = 250;

interface GroupSelectProps {
  value: number | null;
  onChange: (id: number | null) => void;
  error?: string;
}

/** Selects the group of all rows, with a search. Groups without a design are disabled. */
export function GroupSelect({ value, onChange, error }: GroupSelectProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const { data: chosen } = useQuery({ ...groupQuery(value ?? 0), enabled: value !== null });
  const nameOf = ({ name, primary_design_id }: Group) =>
    primary_design_id === null ? t('imports.group.withoutDesign', { name }) : name;
  // The field shows the name of the chosen group, which is not a search text.
  const [query] = useDebouncedValue(chosen && text === nameOf(chosen) ? '' : text, TYPING_PAUSE);
  const { data: found = [] } = useQuery(groupChoicesQuery(query, { state: 'active' }));
  const groups = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  return (
    <Select
      label={t('imports.group.label')}
      placeholder={t('imports.group.choose')}
      nothingFoundMessage={t('imports.group.none')}
      searchable
      clearable={false}
      error={error}
      data={groups.map((group) => ({
        value: String(group.id),
        label: nameOf(group),
        disabled: group.primary_design_id === null,
      }))}
      // The server has filtered them already.
      filter={({ options }) => options}
      value={value === null ? null : String(value)}
      searchValue={text}
      onSearchChange={setText}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}
