import { ActionIcon, Group, Select, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Format } from '../../i18n/format';
import { useFormat } from '../../i18n/useFormat';
import type { ListState } from '../list/useListState';
import styles from './Paging.module.css';

/** The metadata of every list response. */
export interface ListMeta {
  current_page: number;
  total_pages: number;
  total_count: number;
  /** Whether there are more rows than total_count. */
  total_is_capped?: boolean;
  next_cursor?: string;
}

/** Returns the total as text, such as a number or a lower bound if the count is capped. */
export function totalOf(meta: ListMeta, t: TFunction, format: Format): string {
  const number = format.number(meta.total_count);
  return meta.total_is_capped ? t('ui.table.moreThan', { number }) : number;
}

const SIZES = [20, 50, 100, 200];

/** Totals, the page size and buttons for the next and previous page. */
export function Paging({ meta, list }: { meta: ListMeta; list: ListState }) {
  const { t } = useTranslation();
  const format = useFormat();
  const from = meta.total_count === 0 ? 0 : (list.page - 1) * list.pageSize + 1;
  const end = list.page * list.pageSize;
  const to = meta.total_is_capped ? end : Math.min(end, meta.total_count);
  const last = meta.total_is_capped ? meta.next_cursor === '' : end >= meta.total_count;
  const sizes = [...new Set([...SIZES, list.pageSize])].sort((a, b) => a - b);
  return (
    <nav className={styles.paging} aria-label={t('ui.table.pages')}>
      <Text c="dimmed" fz="xs">
        {t('ui.table.range', {
          from: format.number(from),
          to: format.number(to),
          total: totalOf(meta, t, format),
        })}
      </Text>
      <Group gap="xs" wrap="nowrap">
        {meta.total_count > (SIZES[0] ?? 0) && (
          <Select
            size="xs"
            w={116}
            aria-label={t('ui.table.pageSize')}
            value={String(list.pageSize)}
            data={sizes.map((size) => ({
              value: String(size),
              label: t('ui.table.perPage', { count: size, number: format.number(size) }),
            }))}
            onChange={(size) => list.setPageSize(Number(size))}
          />
        )}
        <ActionIcon
          variant="default"
          aria-label={t('ui.table.previousPage')}
          disabled={list.page <= 1}
          onClick={() => list.previous()}
        >
          <IconChevronLeft size={16} className={styles.arrow} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t('ui.table.nextPage')}
          disabled={last}
          onClick={() => list.next(meta.next_cursor)}
        >
          <IconChevronRight size={16} className={styles.arrow} />
        </ActionIcon>
      </Group>
    </nav>
  );
}
