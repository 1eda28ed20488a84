import { Group, Select, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupChoicesQuery, groupQuery, groupTagsQuery } from '../../api/queries/groups';
import type { Report, Scope } from './api';

const TYPING_PAUSE = 250;
const PRESETS = [7, 30, 90, 365] as const;

interface ScopeBarProps {
  scope: Scope;
  compare: boolean;
  report: Report | undefined;
  onChange: (changes: Partial<Record<keyof Scope | 'compare', string>>) => void;
}

/** The period, group and tag of a report, and whether it is compared with the period before. */
export function ScopeBar({ scope, compare, report, onChange }: ScopeBarProps) {
  const { t } = useTranslation();
  const today = report && !scope.end_date ? report.end_date : undefined;
  const days = report && 1 + daysBetween(report.start_date, report.end_date);
  const preset = PRESETS.find((one) => one === days && !scope.end_date);
  const choose = (value: string | null) => {
    const end = today ?? new Date().toISOString().slice(0, 10);
    onChange({ start_date: value ? daysBefore(end, Number(value) - 1) : '', end_date: '' });
  };
  return (
    <Group gap="sm" align="flex-end">
      <Select
        w={{ base: '100%', xs: 170 }}
        label={t('insights.period.label')}
        placeholder={t('insights.period.own')}
        data={PRESETS.map((count) => ({ value: String(count), label: t('insights.period.days', { count }) }))}
        value={preset ? String(preset) : null}
        onChange={choose}
        allowDeselect={false}
      />
      <TextInput
        type="date"
        label={t('insights.period.from')}
        value={scope.start_date ?? report?.start_date ?? ''}
        max={scope.end_date ?? report?.end_date}
        onChange={(event) => onChange({ start_date: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('insights.period.to')}
        value={scope.end_date ?? report?.end_date ?? ''}
        min={scope.start_date ?? report?.start_date}
        onChange={(event) => onChange({ end_date: event.currentTarget.value })}
      />
      <GroupSelect value={scope.group_id ?? ''} onChange={(group_id) => onChange({ group_id })} />
      <TagSelect value={scope.tag ?? ''} onChange={(tag) => onChange({ tag })} />
      <Switch
        mb={8}
        label={t('insights.compare')}
        checked={compare}
        onChange={(event) => onChange({ compare: event.currentTarget.checked ? '' : 'no' })}
      />
    </Group>
  );
}

/** Chooses one group, or all of them. */
export function GroupSelect({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const { data: chosen } = useQuery({ ...groupQuery(Number(value)), enabled: value !== '' });
  const [query] = useDebouncedValue(text === chosen?.name ? '' : text, TYPING_PAUSE);
  const { data = [] } = useQuery(groupChoicesQuery(query, { sort: 'name' }));
  const choices = data.map((group) => ({ value: String(group.id), label: group.name }));
  if (chosen && !choices.some((choice) => choice.value === value))
    choices.unshift({ value, label: chosen.name });
  return (
    <Select
      w={{ base: '100%', xs: 200 }}
      label={t('insights.group')}
      placeholder={t('insights.allGroups')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('insights.allGroups') }}
      nothingFoundMessage={t('insights.noGroup')}
      filter={({ options }) => options}
      data={choices}
      value={value || null}
      onSearchChange={setText}
      onChange={(id) => onChange(id ?? '')}
    />
  );
}

/** Chooses a tag of groups, if there are any. */
export function TagSelect({ value, onChange }: { value: string; onChange: (tag: string) => void }) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(groupTagsQuery());
  if (data.length === 0 && !value) return null;
  const names = data.map(({ name }) => name);
  const tags = value && !names.includes(value) ? [value, ...names] : names;
  return (
    <Select
      w={{ base: '100%', xs: 160 }}
      label={t('insights.tag')}
      placeholder={t('insights.allTags')}
      clearable
      clearButtonProps={{ 'aria-label': t('insights.allTags') }}
      data={tags}
      value={value || null}
      onChange={(tag) => onChange(tag ?? '')}
    />
  );
}

const DAY = 86_400_000;
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY);
const daysBefore = (date: string, days: number) =>
  new Date(Date.parse(date) - days * DAY).toISOString().slice(0, 10);
