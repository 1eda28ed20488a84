import { Group, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { useListState } from '../../ui/list/useListState';
import { DataTable } from '../../ui/table/DataTable';
import { rowsQuery } from './api';
import { ErrorFileButton } from './CheckStep';
import styles from './imports.module.css';
import type { Import, ImportRow } from './types';

const PAGE_SIZE = 20;

/** The rows that were not imported, with reasons: those that failed, or else those that were skipped. */
export function LeftOutRows({ spreadsheet }: { spreadsheet: Import }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { uuid, failed, skipped } = spreadsheet;
  const status = failed > 0 ? 'failed' : 'skipped';
  const any = failed + skipped > 0;
  const list = useListState({ pageSize: PAGE_SIZE });
  const { data } = useQuery({
    ...rowsQuery(uuid, { status, page: list.page, page_size: list.pageSize }),
    enabled: any,
  });
  if (!any) return null;
  const columns = (spreadsheet.mapping.columns ?? []).slice(0, 2);
  return (
    <section className={styles.after}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3">
          {t(`imports.result.title.${status}`)}
        </Title>
        <ErrorFileButton uuid={uuid} />
      </Group>
      <DataTable
        label={t(`imports.result.title.${status}`)}
        rows={data?.rows}
        rowId={(row) => row.number}
        list={list}
        meta={data?.meta}
        columns={[
          {
            key: 'number',
            header: t('ui.grid.row'),
            width: 72,
            align: 'end',
            render: (row) => format.number(row.number),
          },
          ...columns.map(({ index }, place) => ({
            key: String(index),
            wideOnly: place > 0,
            header: spreadsheet.columns.find((column) => column.index === index)?.name ?? '',
            render: (row: ImportRow) => <bdi>{row.cells[index]}</bdi>,
          })),
          { key: 'reason', header: t('imports.result.reason'), render: (row) => <Reason row={row} /> },
        ]}
        empty={null}
      />
    </section>
  );
}

function Reason({ row: { reason, problems, excluded } }: { row: ImportRow }) {
  const { t } = useTranslation();
  if (reason) return reason.message;
  if (excluded) return t('imports.result.excluded');
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ message }) => message)
    .join(' ');
}
