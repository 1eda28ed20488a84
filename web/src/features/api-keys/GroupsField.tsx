import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupChoicesQuery } from '../../api/queries/groups';
import type { FieldProps } from '../../ui/form/useForm';
import type { GroupChoice } from './api';

const TYPING_PAUSE = 250;
const MOST = 100;

/** The groups that a key is limited to, with a search. An empty selection allows all groups. */
export function GroupsField({ field }: { field: FieldProps<GroupChoice[]> }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text, TYPING_PAUSE);
  const { data: found = [] } = useQuery(groupChoicesQuery(query));
  const chosen = field.value;
  const groups = [...chosen, ...found.filter(({ id }) => !chosen.some((one) => one.id === id))];
  return (
    <MultiSelect
      label={field.label}
      name={field.name}
      error={field.error}
      description={t('apiKeys.form.groupsHelp')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={chosen.length === 0 ? t('apiKeys.form.groupsAll') : undefined}
      nothingFoundMessage={t('apiKeys.form.groupsNone')}
      searchable
      hidePickedOptions
      maxValues={MOST}
      data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
      // The server has filtered them already.
      filter={({ options }) => options}
      value={chosen.map(({ id }) => String(id))}
      searchValue={text}
      onSearchChange={setText}
      onChange={(ids) => field.onChange(groups.filter(({ id }) => ids.includes(String(id))))}
    />
  );
}
