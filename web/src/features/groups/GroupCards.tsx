import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListState } from '../../ui/list/useListState';
import { type ListMeta, Paging } from '../../ui/table/Paging';
import type { Group } from './api';
import { GroupCard } from './GroupCard';
import styles from './GroupCard.module.css';

interface GroupCardsProps {
  data: { groups: Group[]; meta: ListMeta } | undefined;
  list: ListState;
  mayManage: boolean;
  empty: ReactNode;
}

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Groups as cards with previews. */
export function GroupCards({ data, list, mayManage, empty }: GroupCardsProps) {
  const { t } = useTranslation();
  if (data?.groups.length === 0) return empty;
  return (
    <>
      <ul className={styles.grid} aria-label={t('groups.title')} aria-busy={!data}>
        {data
          ? data.groups.map((group) => <GroupCard key={group.id} group={group} mayManage={mayManage} />)
          : PLACEHOLDERS.map((key) => (
              <li key={key} className={styles.card}>
                <div className={styles.stage}>
                  <Skeleton height="100%" />
                </div>
                <div className={styles.words}>
                  <Skeleton height={12} width="70%" my={4} />
                  <Skeleton height={10} width="45%" my={4} />
                </div>
              </li>
            ))}
      </ul>
      {data && <Paging meta={data.meta} list={list} />}
    </>
  );
}
