import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { FilterMenu } from '../../ui/list/FilterMenu';
import { ListToolbar } from '../../ui/list/ListToolbar';
import { useListState } from '../../ui/list/useListState';
import { useSelection } from '../../ui/list/useSelection';
import { PageHeader } from '../../ui/PageHeader';
import { StateDot } from '../../ui/StateDot';
import { DataTable } from '../../ui/table/DataTable';
import {
  type Decision,
  KINDS,
  type Kind,
  matchingIds,
  type NameChange,
  nameChangesQuery,
  REASONS,
  type Reason,
} from './api';
import styles from './NameChanges.module.css';
import { Review } from './Review';
import { useDecisions } from './useDecisions';
import { isView, TONES, VIEWS } from './words';

/** Arrows by text direction, because they are not mirrored automatically. */
const TO = { ltr: ' → ', rtl: ' ← ' } as const;

/** Queue of change requests by recipients, to review one by one with the keyboard or many at once. */
export function Component() {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const mayDecide = usePermission('manage_credentials');
  const list = useListState({ filters: ['view', 'kind', 'reason'] });
  const view = isView(list.filters.view) ? list.filters.view : 'pending';
  const query = {
    state: VIEWS[view],
    query: list.query,
    ...(list.filters.reason ? { reason: list.filters.reason as Reason } : {}),
    ...(list.filters.kind ? { kind: list.filters.kind as Kind } : {}),
    page: list.page,
    page_size: list.pageSize,
  };
  const { data, error, refetch } = useQuery(nameChangesQuery(query));
  const rows = data?.name_changes;
  const { id, choose, step } = useChosen(rows);
  const selection = useSelection(data?.meta.total_count ?? 0, JSON.stringify(query));
  const { decideAll } = useDecisions();
  const marked = { count: selection.count, number: format.number(selection.count) };
  useHotkeys([
    ['j', () => step(1)],
    ['k', () => step(-1)],
  ]);
  if (error && !data) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;

  const decideSelected = async (decision: Decision) => {
    const ids = selection.allMatching ? await matchingIds(query) : [...selection.ids].map(Number);
    if (await decideAll(ids, decision)) selection.clear();
  };
  return (
    <>
      <PageHeader
        title={t('nameChanges.title')}
        subtitle={t('nameChanges.subtitle')}
        action={
          <Button component={Link} to="/settings/name-changes" variant="subtle">
            {t('nameChanges.settings.title')}
          </Button>
        }
      />
      <Filters list={list} />
      <div className={id === null ? undefined : styles.columns}>
        <DataTable
          label={t('nameChanges.title')}
          rows={rows}
          rowId={(row) => row.id}
          rowLabel={(row) => row.current_name || row.requested_name}
          list={list}
          meta={data?.meta}
          selection={mayDecide && view === 'pending' ? selection : undefined}
          bulkActions={
            <>
              <Button size="compact-sm" onClick={() => void decideSelected('approve')}>
                {t('nameChanges.approve.selected', marked)}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => void decideSelected('deny')}>
                {t('nameChanges.deny.selected', marked)}
              </Button>
            </>
          }
          columns={[
            {
              key: 'names',
              header: t('nameChanges.column.names'),
              render: (row) => (
                <button
                  type="button"
                  className={styles.name}
                  aria-current={row.id === id || undefined}
                  onClick={() => choose(row.id)}
                >
                  {row.current_name !== '' && (
                    <>
                      <bdi>{row.current_name}</bdi>
                      {TO[i18n.dir()]}
                    </>
                  )}
                  <bdi>{row.requested_name}</bdi>
                </button>
              ),
            },
            {
              key: 'kind',
              wideOnly: true,
              header: t('nameChanges.column.kind'),
              render: (row) => t(`recipient.name.kinds.${row.kind}`),
            },
            {
              key: 'reason',
              wideOnly: true,
              header: t('nameChanges.column.reason'),
              render: (row) => t(`recipient.name.reasons.${row.reason}`),
            },
            {
              key: 'state',
              header: t('nameChanges.column.state'),
              render: (row) => (
                <StateDot tone={TONES[row.state]}>{t(`nameChanges.state.${row.state}`)}</StateDot>
              ),
            },
            {
              key: 'asked',
              wideOnly: true,
              header: t('nameChanges.column.asked'),
              render: (row) => format.date(row.created_at),
            },
          ]}
          empty={
            <EmptyState
              title={t(`nameChanges.empty.${view === 'pending' && !list.query ? 'title' : 'none'}`)}
              description={t('nameChanges.empty.description')}
            />
          }
        />
        {id !== null && (
          <Review
            key={id}
            id={id}
            onDecided={() => (view === 'pending' ? choose(next(rows, id)) : undefined)}
          />
        )}
      </div>
    </>
  );
}

function Filters({ list }: { list: ReturnType<typeof useListState> }) {
  const { t } = useTranslation();
  const filters = [
    {
      name: 'view',
      label: t('nameChanges.column.state'),
      options: Object.keys(VIEWS).map((value) => ({ value, label: t(`nameChanges.view.${value as 'all'}`) })),
    },
    {
      name: 'kind',
      label: t('nameChanges.column.kind'),
      options: KINDS.map((value) => ({ value, label: t(`recipient.name.kinds.${value}`) })),
    },
    {
      name: 'reason',
      label: t('nameChanges.column.reason'),
      options: REASONS.map((value) => ({ value, label: t(`recipient.name.reasons.${value}`) })),
    },
  ];
  return (
    <ListToolbar
      list={list}
      searchLabel={t('nameChanges.search')}
      describeFilter={(name, value) =>
        filters.find((filter) => filter.name === name)?.options.find((option) => option.value === value)
          ?.label ?? value
      }
      filters={filters.map((filter) => <FilterMenu key={filter.name} list={list} {...filter} />)}
    />
  );
}

/** The request after the given one, or else the one before; null if there is neither. */
function next(rows: readonly NameChange[] | undefined, id: number): number | null {
  const place = rows?.findIndex((row) => row.id === id) ?? -1;
  return rows?.[place + 1]?.id ?? rows?.[place - 1]?.id ?? null;
}

/** The selected request, from the URL. */
function useChosen(rows: readonly NameChange[] | undefined) {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get('id')) || null;
  const choose = (to: number | null) =>
    setParams(
      (current) => {
        const after = new URLSearchParams(current);
        if (to === null) after.delete('id');
        else after.set('id', String(to));
        return after;
      },
      { replace: true },
    );
  const step = (by: number) => {
    if (!rows?.length) return;
    const place = rows.findIndex((row) => row.id === id);
    const to = place < 0 ? 0 : Math.min(Math.max(place + by, 0), rows.length - 1);
    choose(rows[to]?.id ?? null);
  };
  return { id, choose, step };
}
