import { Group, Pill, Text, UnstyledButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { customAttributesQuery } from '../../api/queries/attributes';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { ErrorPage } from '../../ui/ErrorPage';
import { Grid } from '../../ui/grid/Grid';
import type { GridColumn, GridRow } from '../../ui/grid/grid';
import { FilterMenu } from '../../ui/list/FilterMenu';
import { useListState } from '../../ui/list/useListState';
import { Paging } from '../../ui/table/Paging';
import { toast } from '../../ui/toast/toast';
import { keepImport, mendRow, type RowsPage, rowsQuery } from './api';
import styles from './imports.module.css';
import { changeOf, columnsOf, rowOf } from './rows';
import type { Import } from './types';
import { useProblemName, useTargetName } from './words';

const STATUSES = ['error', 'warning', 'good', 'excluded', 'all'] as const;
type Status = (typeof STATUSES)[number];
const FILTERS = ['status', 'problem'] as const;

const countsOf = (of: Import): Record<Status, number> => ({
  error: of.error_rows,
  warning: of.warning_rows,
  good: of.good_rows,
  excluded: of.excluded_rows,
  all: of.total_rows,
});

/** The checked rows: counts by status, and one page of the filtered rows in an editable grid. */
export function CheckedRows({ spreadsheet }: { spreadsheet: Import }) {
  const { t } = useTranslation();
  const format = useFormat();
  const counts = countsOf(spreadsheet);
  // The initial filter is computed once, so that fixing the last row does not change it.
  const [first] = useState<Status>(() => STATUSES.find((status) => counts[status] > 0) ?? 'all');
  const list = useListState({ filters: FILTERS });
  const status = STATUSES.find((one) => one === list.filters.status) ?? first;
  const problemName = useProblemName();
  const problem = list.filters.problem;
  return (
    <>
      <Group gap="xs" role="group" aria-label={t('imports.check.which')}>
        {STATUSES.filter((one) => counts[one] > 0 || one === status).map((one) => (
          <UnstyledButton
            key={one}
            className={styles.tile}
            data-status={one}
            aria-pressed={one === status}
            onClick={() => list.setFilter('status', one)}
          >
            <span className={styles.count}>{format.number(counts[one])}</span>
            {t(`imports.check.${one}`, { count: counts[one] })}
          </UnstyledButton>
        ))}
      </Group>
      {spreadsheet.problem_counts.length > 0 && (
        <Group gap="xs">
          <FilterMenu
            list={list}
            name="problem"
            label={t('imports.check.problem')}
            options={spreadsheet.problem_counts.map(({ code, count }) => ({
              value: code,
              label: t('imports.check.problemCount', {
                problem: problemName(code),
                number: format.number(count),
              }),
            }))}
          />
          {problem && (
            <Pill
              size="md"
              withRemoveButton
              onRemove={() => list.setFilter('problem', '')}
              removeButtonProps={{
                'aria-label': t('ui.list.removeFilter', { filter: problemName(problem) }),
                tabIndex: 0,
                'aria-hidden': false,
              }}
            >
              {problemName(problem)}
            </Pill>
          )}
        </Group>
      )}
      <RowGrid
        spreadsheet={spreadsheet}
        status={problem && !list.filters.status ? 'all' : status}
        list={list}
      />
    </>
  );
}

interface RowGridProps {
  spreadsheet: Import;
  status: Status;
  list: ReturnType<typeof useListState>;
}

function RowGrid({ spreadsheet, status, list }: RowGridProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayManage = usePermission('manage_credentials');
  const { data: attributes = [] } = useQuery(customAttributesQuery());
  const nameOf = useTargetName(attributes);
  const { problem } = list.filters;
  const query = { status, problem, page: list.page, page_size: list.pageSize };
  const { data, error, refetch, isPlaceholderData } = useQuery(rowsQuery(spreadsheet.uuid, query));
  const mend = useMending(spreadsheet, query);

  const columns = useMemo(
    () =>
      columnsOf(spreadsheet, data?.rows ?? [], {
        nameOf,
        take: t('imports.check.take'),
        problem: t('imports.check.problem'),
        readOnly: !mayManage,
      }),
    [spreadsheet, data, nameOf, t, mayManage],
  );
  const rows = useMemo(
    () => (data?.rows ?? []).map((row) => rowOf(row, format.number(row.number))),
    [data, format],
  );
  if (error && !data) return <ErrorPage part onRetry={() => void refetch()} detail={error.message} />;
  if (data && data.meta.total_count === 0) {
    return <Text c="dimmed">{t(status === 'error' ? 'imports.check.noErrors' : 'imports.check.none')}</Text>;
  }
  return (
    <div className={styles.gridFrame}>
      <Grid
        label={t('imports.check.rows')}
        busy={data === undefined || isPlaceholderData}
        columns={columns}
        rows={rows}
        before={(list.page - 1) * list.pageSize}
        total={data?.meta.total_count ?? 0}
        onWrite={mend}
        onTurn={(step) => (step > 0 ? list.next() : list.previous())}
      />
      {data && <Paging meta={data.meta} list={list} />}
      {mayManage && (
        <Text c="dimmed" fz="xs" className={styles.keys} aria-hidden>
          {t('ui.grid.keys')}
        </Text>
      )}
    </div>
  );
}

/** Saves an edited cell. The row stays on the page, whatever its new status, until the list is fetched again. */
function useMending({ uuid }: Import, query: Parameters<typeof rowsQuery>[1]) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return async (row: GridRow, column: GridColumn, text: string) => {
    try {
      const mended = await mendRow(uuid, Number(row.id), changeOf(column, text));
      keepImport(queries, mended.import);
      queries.setQueryData(
        rowsQuery(uuid, query).queryKey,
        (page: RowsPage | undefined) =>
          page && {
            ...page,
            rows: page.rows.map((other) => (other.number === mended.row.number ? mended.row : other)),
          },
      );
    } catch (error) {
      toast.formWarning(t('imports.check.notMended'), error instanceof ApiError ? error.lines : []);
    }
  };
}
