import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { collectionChoicesQuery } from '../../api/queries/collections';
import { groupChoicesQuery, groupTagsQuery } from '../../api/queries/groups';
import type { PermissionGroup } from '../../api/queries/roles';
import type { FieldProps } from '../../ui/form/useForm';

const TYPING_PAUSE = 250;
const MOST = 100;

interface Choice {
  value: string;
  label: string;
}

/** The groups, tags or collections that a permission group is for. */
export function TargetsField({
  field,
  scope,
}: {
  field: FieldProps<string[]>;
  scope: PermissionGroup['scope'];
}) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text, TYPING_PAUSE);
  const choices = useChoices(scope, query, field.value);
  return (
    <MultiSelect
      label={field.label}
      name={field.name}
      error={field.error}
      nothingFoundMessage={t('team.groups.none')}
      searchable
      hidePickedOptions
      maxValues={MOST}
      data={choices}
      value={field.value}
      searchValue={text}
      onSearchChange={setText}
      onChange={field.onChange}
    />
  );
}

/** What can be chosen, and always what is chosen. */
function useChoices(scope: PermissionGroup['scope'], query: string, chosen: string[]): Choice[] {
  const [ids] = useState(() => (scope === 'groups' ? chosen.map(Number) : []));
  const groups = useQuery({ ...groupChoicesQuery(query), enabled: scope === 'groups' });
  const kept = useQuery({ ...groupChoicesQuery('', { ids, page_size: MOST }), enabled: ids.length > 0 });
  const tags = useQuery({ ...groupTagsQuery(), enabled: scope === 'tags' });
  const collections = useQuery({ ...collectionChoicesQuery(), enabled: scope === 'collections' });
  const found: Choice[] =
    scope === 'tags'
      ? (tags.data ?? []).map(({ name }) => ({ value: name, label: name }))
      : scope === 'collections'
        ? (collections.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
        : [...(kept.data ?? []), ...(groups.data ?? [])].map(({ id, name }) => ({
            value: String(id),
            label: name,
          }));
  const all = [...found, ...chosen.map((value) => ({ value, label: value }))];
  return all.filter(({ value }, i) => all.findIndex((one) => one.value === value) === i);
}
