import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { groupQuery } from '../../api/queries/groups';
import { FilterMenu } from '../../ui/list/FilterMenu';
import { ListToolbar } from '../../ui/list/ListToolbar';
import type { ListState } from '../../ui/list/useListState';
import { GroupFilter } from './GroupFilter';
import { CATEGORIES } from './values';

const STATES = ['submitted', 'accepted', 'rejected'] as const;

/** Search and filters of the review queue. */
export function QueueFilters({ list }: { list: ListState }) {
  const { t } = useTranslation();
  const { group_id: group = '' } = list.filters;
  const { data: chosen } = useQuery({ ...groupQuery(Number(group)), enabled: group !== '' });
  const menus = [
    {
      name: 'state',
      label: t('evidence.queue.state'),
      options: STATES.map((value) => ({ value, label: t(`evidence.queue.states.${value}`) })),
    },
    {
      name: 'category',
      label: t('evidence.field.category'),
      options: CATEGORIES.map((value) => ({ value, label: t(`evidence.category.${value}`) })),
    },
  ];
  const words = (name: string, value: string) =>
    name === 'group_id'
      ? (chosen?.name ?? value)
      : (menus.find((menu) => menu.name === name)?.options.find((option) => option.value === value)?.label ??
        value);
  return (
    <ListToolbar
      list={list}
      searchLabel={t('evidence.queue.search')}
      describeFilter={words}
      filters={
        <>
          <GroupFilter value={group} name={chosen?.name} onChange={(id) => list.setFilter('group_id', id)} />
          {menus.map((menu) => (
            <FilterMenu key={menu.name} list={list} {...menu} />
          ))}
        </>
      }
    />
  );
}
