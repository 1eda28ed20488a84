import { Checkbox, Skeleton, Table } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import type { ListState } from '../list/useListState';
import type { RowId, Selection } from '../list/useSelection';
import { BulkBar } from './BulkBar';
import styles from './DataTable.module.css';
import { type ListMeta, Paging, totalOf } from './Paging';
import { useRowKeys } from './useRowKeys';

export interface Column<T> {
  key: string;
  header: ReactNode;
  render: (row: T) => ReactNode;
  /** The API's sort key. Columns without one cannot be sorted. */
  sort?: string;
  align?: 'start' | 'end';
  width?: number | string;
  /**
   * Whether the column is hidden on phones, where only the essential columns fit. An element with `data-narrow-only` in another
   * column is shown only there.
   */
  wideOnly?: boolean;
  /** Whether users can show or hide the column, and its default. */
  optional?: 'on' | 'off';
}

export interface DataTableProps<T> {
  /** The accessible name of the table. */
  label: string;
  columns: readonly Column<T>[];
  /** undefined while loading, which shows skeleton rows. */
  rows: readonly T[] | undefined;
  rowId: (row: T) => RowId;
  /** Returns the accessible name of a row, for its checkbox. */
  rowLabel?: (row: T) => string;
  list: ListState;
  meta?: ListMeta;
  selection?: Selection;
  /** Opens a row. If it is set, the arrow keys, j and k move between rows, Space selects and Enter opens. */
  onOpen?: (row: T) => void;
  /** Buttons of the bulk bar, which is shown while rows are selected. */
  bulkActions?: ReactNode;
  /** Shown instead of the table if there are no rows. */
  empty: ReactNode;
}

const SKELETON_ROWS = 8;
/** The number of columns that fit beside the navigation. With more, the table scrolls horizontally together with its header. */
const FITTING = 8;

/** A data table: sticky header, 40 px rows, sorting, selection with a bulk bar, paging and totals. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, rows, list, meta, selection, empty } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const body = useRowKeys<T>(props);
  if (rows?.length === 0 && !selection?.allMatching) return empty;

  const ids = rows?.map(props.rowId) ?? [];
  const pageSelected = ids.length > 0 && ids.every((id) => selection?.has(id));
  return (
    <div className={styles.frame}>
      <div className={styles.scroll} data-many={columns.length > FITTING || undefined}>
        <Table className={styles.table} aria-label={label} aria-busy={rows === undefined}>
          <Table.Thead className={styles.head}>
            <Table.Tr>
              {selection && (
                <Table.Th w={44}>
                  <Checkbox
                    size="xs"
                    aria-label={t('ui.table.selectPage')}
                    disabled={ids.length === 0 && !selection.allMatching}
                    checked={pageSelected}
                    indeterminate={!pageSelected && selection.count > 0}
                    onChange={() => (selection.allMatching ? selection.clear() : selection.togglePage(ids))}
                  />
                </Table.Th>
              )}
              {columns.map((column) => (
                <HeadCell key={column.key} column={column} list={list} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody {...body}>
            {rows === undefined
              ? skeleton(columns, selection !== undefined)
              : rows.map((row, index) => <Row key={ids[index]} row={row} isFirst={index === 0} {...props} />)}
          </Table.Tbody>
        </Table>
      </div>
      {meta && <Paging meta={meta} list={list} />}
      {selection && selection.count > 0 && (
        <BulkBar
          selection={selection}
          pageSelected={pageSelected}
          totalCount={meta?.total_count ?? ids.length}
          total={meta ? totalOf(meta, t, format) : format.number(ids.length)}
          actions={props.bulkActions}
        />
      )}
    </div>
  );
}

function HeadCell<T>({ column, list }: { column: Column<T>; list: ListState }) {
  const { sort } = column;
  const direction = sort && list.sort.replace('-', '') === sort ? list.sort.startsWith('-') : undefined;
  const Arrow = direction ? IconArrowDown : IconArrowUp;
  return (
    <Table.Th
      w={column.width}
      data-align={column.align}
      data-wide-only={column.wideOnly || undefined}
      aria-sort={direction === undefined ? undefined : direction ? 'descending' : 'ascending'}
    >
      {sort ? (
        <button type="button" className={styles.sort} onClick={() => list.sortBy(sort)}>
          {column.header}
          {direction !== undefined && <Arrow size={14} aria-hidden />}
        </button>
      ) : (
        column.header
      )}
    </Table.Th>
  );
}

function Row<T>(props: DataTableProps<T> & { row: T; isFirst: boolean }) {
  const { row, isFirst, columns, rowId, rowLabel, selection, onOpen } = props;
  const { t } = useTranslation();
  const id = rowId(row);
  return (
    <Table.Tr
      data-selected={selection?.has(id) || undefined}
      data-row={id}
      tabIndex={onOpen && (isFirst ? 0 : -1)}
    >
      {selection && (
        <Table.Td>
          <Checkbox
            size="xs"
            aria-label={t('ui.table.selectRow', { name: rowLabel?.(row) ?? String(id) })}
            checked={selection.has(id)}
            onChange={() => selection.toggle(id)}
          />
        </Table.Td>
      )}
      {columns.map((column) => (
        <Table.Td key={column.key} data-align={column.align} data-wide-only={column.wideOnly || undefined}>
          {column.render(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

function skeleton<T>(columns: readonly Column<T>[], selectable: boolean) {
  return Array.from({ length: SKELETON_ROWS }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
    <Table.Tr key={index}>
      {selectable && <Table.Td />}
      {columns.map((column, place) => (
        <Table.Td key={column.key} data-wide-only={column.wideOnly || undefined}>
          <Skeleton height={10} width={place === 0 ? '70%' : '45%'} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}
