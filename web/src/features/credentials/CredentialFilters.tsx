import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FilterMenu } from '../../ui/list/FilterMenu';
import { ListToolbar } from '../../ui/list/ListToolbar';
import type { ListState } from '../../ui/list/useListState';
import { groupChoicesQuery } from './api';
import { EMAIL_STATUSES, STATES, useCredentialWords } from './words';

/** Search and filters above a list of credentials. */
export function CredentialFilters({ list, withGroup }: { list: ListState; withGroup: boolean }) {
  const { t } = useTranslation();
  const words = useCredentialWords();
  const { data: groups } = useQuery({ ...groupChoicesQuery(), enabled: withGroup });
  const filters = [
    {
      name: 'state',
      label: t('credentials.filter.state'),
      options: STATES.map((value) => ({ value, label: words.state(value).word })),
    },
    {
      name: 'email_status',
      label: t('credentials.filter.mail'),
      options: EMAIL_STATUSES.map((value) => ({ value, label: words.emailStatus(value).word })),
    },
    {
      name: 'private',
      label: t('credentials.filter.privacy'),
      options: [
        { value: 'true', label: t('credentials.private') },
        { value: 'false', label: t('credentials.public') },
      ],
    },
    ...(withGroup
      ? [
          {
            name: 'group_id',
            label: t('credentials.filter.group'),
            options: groups?.map(({ id, name }) => ({ value: String(id), label: name })) ?? [],
          },
        ]
      : []),
  ];
  return (
    <ListToolbar
      list={list}
      searchLabel={t('credentials.search')}
      describeFilter={(name, value) => {
        if (name === 'import_id') return t('imports.page', { number: value });
        const filter = filters.find((other) => other.name === name);
        const chosen = filter?.options.find((option) => option.value === value)?.label ?? value;
        return t('credentials.filter.chip', { name: filter?.label ?? name, value: chosen });
      }}
      filters={filters.map((filter) => <FilterMenu key={filter.name} list={list} {...filter} />)}
    />
  );
}
