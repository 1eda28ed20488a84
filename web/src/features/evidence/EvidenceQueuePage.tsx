import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { useListState } from '../../ui/list/useListState';
import { useSelection } from '../../ui/list/useSelection';
import { PageHeader } from '../../ui/PageHeader';
import { Picture } from '../../ui/Picture';
import { type Column, DataTable } from '../../ui/table/DataTable';
import { matchingIds, type Query, queueQuery, type Submitted } from './api';
import { pictureOf } from './EvidenceContent';
import styles from './evidence.module.css';
import { QueueFilters } from './QueueFilters';
import { RejectDialog } from './RejectDialog';
import { Review } from './Review';
import { useChosen } from './useChosen';
import { useDecisions } from './useDecisions';
import type { Category } from './values';

/** Review queue of evidence submitted by recipients: one item at a time with keyboard shortcuts, or many at once. */
export function Component() {
  const { t } = useTranslation();
  const mayDecide = usePermission('manage_credentials');
  const list = useListState({ filters: ['state', 'group_id', 'category'] });
  const query = list.params as Query;
  const { data, error, refetch } = useQuery(queueQuery(query));
  const rows = data?.evidence_items;
  const { id, choose, step, after } = useChosen(rows);
  const selection = useSelection(data?.meta.total_count ?? 0, JSON.stringify({ ...query, page: 0 }));
  const decide = useDecisions();
  const [rejecting, setRejecting] = useState<{ ids: number[]; count: number } | null>(null);
  const columns = useColumns(id, choose);
  useHotkeys([
    ['j', () => step(1)],
    ['k', () => step(-1)],
  ]);
  if (error && !data) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;

  const selected = () => (selection.allMatching ? matchingIds(query) : [...selection.ids].map(Number));
  const acceptSelected = async () => {
    if (await decide(await selected(), 'accept')) selection.clear();
  };
  const rejectSelected = async () => {
    const ids = await selected();
    setRejecting({ ids, count: ids.length });
  };
  const reject = async (reason: string) => {
    const ids = rejecting?.ids ?? [];
    const done = await decide(ids, 'reject', reason);
    if (done) selection.clear();
    if (done && id !== null && ids.includes(id)) choose(after(id));
    return done;
  };
  const waiting = (list.filters.state ?? 'submitted') === 'submitted';
  const chosen = rows?.find((row) => row.id === id);
  return (
    <>
      <PageHeader title={t('evidence.title')} subtitle={t('evidence.queue.subtitle')} />
      <QueueFilters list={list} />
      <div className={chosen && styles.columns}>
        <DataTable
          label={t('evidence.title')}
          rows={rows}
          rowId={(row) => row.id}
          rowLabel={(row) => row.description}
          list={list}
          meta={data?.meta}
          selection={mayDecide ? selection : undefined}
          bulkActions={
            <>
              <Button size="compact-sm" onClick={() => void acceptSelected()}>
                {t('evidence.accept')}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => void rejectSelected()}>
                {t('evidence.reject.action')}
              </Button>
            </>
          }
          columns={columns}
          empty={
            <EmptyState
              title={t(waiting && !list.narrowed ? 'evidence.queue.empty' : 'evidence.queue.none')}
              description={t('evidence.queue.emptyHelp')}
            />
          }
        />
        {chosen && (
          <Review
            key={chosen.id}
            item={chosen}
            mayDecide={mayDecide}
            onAccept={async () => {
              const next = after(chosen.id);
              if ((await decide([chosen.id], 'accept')) && waiting) choose(next);
            }}
            onReject={() => setRejecting({ ids: [chosen.id], count: 1 })}
          />
        )}
      </div>
      {rejecting && (
        <RejectDialog count={rejecting.count} onClose={() => setRejecting(null)} onReject={reject} />
      )}
    </>
  );
}

function useColumns(id: number | null, choose: (id: number) => void): Column<Submitted>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return [
    {
      key: 'title',
      header: t('evidence.field.title'),
      render: (row) => (
        <button
          type="button"
          className={styles.name}
          aria-current={row.id === id || undefined}
          onClick={() => choose(row.id)}
        >
          {pictureOf(row) && <Picture src={pictureOf(row)} alt="" ratio={1} width={32} />}
          <bdi>{row.description}</bdi>
        </button>
      ),
    },
    {
      key: 'category',
      wideOnly: true,
      header: t('evidence.field.category'),
      render: (row) => t(`evidence.category.${(row.category ?? 'text') as Category}`),
    },
    {
      key: 'recipient',
      header: t('evidence.queue.recipient'),
      render: (row) => <bdi>{row.credential.recipient.name}</bdi>,
    },
    {
      key: 'group',
      wideOnly: true,
      header: t('evidence.queue.group'),
      render: (row) => <bdi>{row.credential.group.name}</bdi>,
    },
    {
      key: 'submitted',
      wideOnly: true,
      header: t('evidence.queue.submitted'),
      sort: 'submitted_at',
      render: (row) => (row.submitted_at ? format.date(row.submitted_at) : null),
    },
  ];
}
