import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { customAttributesQuery } from '../../api/queries/attributes';
import { collectionChoicesQuery } from '../../api/queries/collections';
import { groupChoicesQuery, groupQuery, groupTagsQuery } from '../../api/queries/groups';
import { TEST_PARAM } from '../../api/testMode';
import type { ChoiceFilter, Filter, Option, RangeFilter } from '../../ui/list/filters';
import type { ListState } from '../../ui/list/useListState';
import { EMAIL_STATUSES, ENGAGEMENTS, STATES, useCredentialWords } from './words';

const TYPING_PAUSE = 250;

/** Returns the filters of a list of credentials, in display order. */
export function useCredentialFilters(list: ListState, withGroup: boolean): Filter[] {
  const { t } = useTranslation();
  const words = useCredentialWords();
  const group = useGroupFilter(list, withGroup);
  const { data: tags } = useQuery({ ...groupTagsQuery(), enabled: withGroup });
  const { data: collections } = useQuery({ ...collectionChoicesQuery(), enabled: withGroup });
  const { data: attributes } = useQuery(customAttributesQuery());
  const choice = (name: string, label: string, options: Option[], several = false): ChoiceFilter => ({
    kind: 'choice',
    name,
    label,
    options,
    several,
  });
  const range = (name: string, label: string, from: string, to: string): RangeFilter => ({
    kind: 'range',
    type: 'date',
    name,
    label,
    from,
    to,
  });
  const importId = list.filters.import_id;
  return [
    choice(
      'state',
      t('credentials.filter.state'),
      STATES.map((value) => ({ value, label: words.state(value).word })),
      true,
    ),
    ...(withGroup ? [group] : []),
    ...(withGroup && tags?.length
      ? [
          choice(
            'tag',
            t('credentials.filter.tag'),
            tags.map(({ name }) => ({ value: name, label: name })),
          ),
        ]
      : []),
    ...(withGroup && collections?.length
      ? [
          choice(
            'collection_id',
            t('credentials.filter.collection'),
            collections.map(({ id, name }) => ({ value: id, label: name })),
          ),
        ]
      : []),
    range('issued', t('credentials.filter.issued'), 'start_date', 'end_date'),
    range('expires', t('credentials.filter.expires'), 'expires_from', 'expires_to'),
    range('created', t('credentials.filter.created'), 'created_from', 'created_to'),
    range('updated', t('credentials.filter.updated'), 'start_updated_date', 'end_updated_date'),
    choice(
      'email_status',
      t('credentials.filter.mail'),
      EMAIL_STATUSES.map((value) => ({ value, label: words.emailStatus(value).word })),
      true,
    ),
    choice(
      'engagement',
      t('credentials.filter.engagement'),
      ENGAGEMENTS.map((value) => ({ value, label: words.engagement(value).word })),
      true,
    ),
    {
      ...range('grade', t('credentials.filter.grade'), 'grade_from', 'grade_to'),
      type: 'number',
    },
    choice('private', t('credentials.filter.privacy'), [
      { value: 'true', label: t('credentials.private') },
      { value: 'false', label: t('credentials.public') },
    ]),
    choice('name_change_open', t('credentials.filter.nameChange'), [
      { value: 'true', label: t('credentials.filter.nameChangeOpen') },
      { value: 'false', label: t('credentials.filter.nameChangeNone') },
    ]),
    choice(TEST_PARAM, t('credentials.filter.test'), [
      { value: 'true', label: t('credentials.filter.testOnly') },
    ]),
    choice(
      'evidence',
      t('credentials.filter.evidence'),
      (['any', 'none', 'submitted'] as const).map((value) => ({
        value,
        label: t(`credentials.filter.evidenceIs.${value}`),
      })),
    ),
    ...(attributes?.length
      ? [
          {
            kind: 'pair' as const,
            name: 'attribute',
            label: t('credentials.filter.attribute'),
            key: 'attribute',
            value: 'attribute_value',
            keyLabel: t('credentials.filter.attribute'),
            valueLabel: t('credentials.filter.attributeValue'),
            keys: attributes.map(({ key, name }) => ({ value: key, label: name })),
          },
        ]
      : []),
    ...(importId
      ? [choice('import_id', t('credentials.filter.import'), [{ value: importId, label: importId }])]
      : []),
  ];
}

/** Returns the group filter, with a search by name because a department may have thousands of groups. */
function useGroupFilter(list: ListState, enabled: boolean): ChoiceFilter {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), TYPING_PAUSE);
  const { data: found } = useQuery({ ...groupChoicesQuery(asked), enabled });
  const chosen = Number(list.filters.group_id);
  const far = enabled && chosen > 0 && found?.every(({ id }) => id !== chosen) === true;
  const { data: other } = useQuery({ ...groupQuery(chosen), enabled: far });
  const groups = [...(found ?? []), ...(far && other ? [other] : [])];
  return {
    kind: 'choice',
    name: 'group_id',
    label: t('credentials.filter.group'),
    options: groups.map(({ id, name }) => ({ value: String(id), label: name })),
    onSearch: setText,
  };
}
