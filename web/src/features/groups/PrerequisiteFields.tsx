import { MultiSelect, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupChoicesQuery } from '../../api/queries/groups';
import { SelectField, TextField } from '../../ui/form/fields';
import type { FieldProps, Form } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';
import { type Prerequisite, stackCheckQuery } from './api';
import type { GroupValues } from './groupForm';

const TYPING_PAUSE = 250;
const FEWEST = 2;
const MOST = 20;
const LOST = ['keep', 'suspend', 'revoke'] as const;

/**
 * The groups whose credentials together earn one of this group automatically, the start date, and what happens if one is lost.
 */
export function PrerequisiteFields({ form, id }: { form: Form<GroupValues>; id: number }) {
  const { t } = useTranslation();
  const chosen = form.values.prerequisites;
  return (
    <Panel title={t('groups.stack.title')} description={t('groups.stack.lead')}>
      <GroupsField field={form.field('prerequisites')} except={id} />
      {chosen.length > 0 && (
        <>
          <Reached id={id} chosen={chosen} />
          <TextField
            field={form.field('prerequisites_after')}
            type="date"
            maw={320}
            description={t('groups.stack.afterHelp')}
          />
          <SelectField
            field={form.field('prerequisites_lost')}
            description={t('groups.stack.lostHelp')}
            data={LOST.map((value) => ({ value, label: t(`groups.stack.lost.${value}`) }))}
          />
        </>
      )}
    </Panel>
  );
}

function GroupsField({ field, except }: { field: FieldProps<Prerequisite[]>; except: number }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text, TYPING_PAUSE);
  const { data: found = [] } = useQuery(groupChoicesQuery(query.trim(), { state: 'active' }));
  const chosen = field.value;
  const others = found.filter(({ id }) => id !== except && !chosen.some((one) => one.id === id));
  const groups = [...chosen, ...others];
  return (
    <MultiSelect
      label={field.label}
      name={field.name}
      error={field.error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={t('groups.stack.groupsHelp', { count: MOST, min: FEWEST, max: MOST })}
      placeholder={chosen.length === 0 ? t('groups.stack.find') : undefined}
      nothingFoundMessage={t('groups.stack.none')}
      searchable
      hidePickedOptions
      maxValues={MOST}
      data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
      // The server has filtered them already.
      filter={({ options }) => options}
      value={chosen.map(({ id }) => String(id))}
      searchValue={text}
      onSearchChange={setText}
      onBlur={field.onBlur}
      onChange={(ids) => field.onChange(groups.filter(({ id }) => ids.includes(String(id))))}
    />
  );
}

/** The number of people who would receive a credential, shown before saving. */
function Reached({ id, chosen }: { id: number; chosen: Prerequisite[] }) {
  const { t } = useTranslation();
  const enough = chosen.length >= FEWEST;
  const { data: count } = useQuery({
    ...stackCheckQuery(
      id,
      chosen.map((one) => one.id),
    ),
    enabled: enough,
  });
  return (
    <Text size="sm" c="dimmed" role="status">
      {enough ? count !== undefined && t('groups.stack.count', { count }) : t('groups.stack.oneMore')}
    </Text>
  );
}
