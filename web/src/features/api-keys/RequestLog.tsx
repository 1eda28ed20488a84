import { Stack, Title, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { FilterBar } from '../../ui/list/FilterBar';
import { FilterMenu } from '../../ui/list/FilterMenu';
import type { RangeFilter } from '../../ui/list/filters';
import { ListToolbar } from '../../ui/list/ListToolbar';
import { useListState } from '../../ui/list/useListState';
import { StateDot, type StateTone } from '../../ui/StateDot';
import { type Column, DataTable } from '../../ui/table/DataTable';
import styles from './ApiKeys.module.css';
import { type KeyRequest, keyRequestsQuery } from './api';
import { RequestDialog } from './RequestDialog';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** A single digit matches all statuses that start with it. */
const STATUSES = ['2', '4', '5', '401', '403', '404', '409', '422', '429'] as const;
type Status = (typeof STATUSES)[number];

/** Live log of the requests made with a key. */
export function RequestLog({ id }: { id: number }) {
  const { t } = useTranslation();
  const list = useListState({ filters: ['method', 'status', 'from', 'to'] });
  const { method, status, from, to } = list.filters;
  const time: RangeFilter = {
    kind: 'range',
    type: 'date',
    name: 'time',
    label: t('apiKeys.log.time'),
    from: 'from',
    to: 'to',
  };
  const { data, error, refetch } = useQuery(
    keyRequestsQuery(id, {
      page: list.page,
      page_size: list.pageSize,
      ...(list.query && { path: list.query }),
      ...(method && { method }),
      ...(status && { status: Number(status) }),
      ...(from && { since: dayStart(from, 0) }),
      ...(to && { before: dayStart(to, 1) }),
    }),
  );
  const [shown, setShown] = useState<KeyRequest | null>(null);
  const columns = useColumns(setShown);
  if (error && !data) return <ErrorPage part onRetry={() => void refetch()} detail={error.message} />;
  return (
    <Stack gap="sm" component="section" aria-label={t('apiKeys.log.title')}>
      <Title order={2} size="h3">
        {t('apiKeys.log.title')}
      </Title>
      <div>
        <ListToolbar
          list={list}
          searchLabel={t('apiKeys.log.search')}
          filters={
            <>
              <FilterMenu
                list={list}
                name="method"
                label={method ?? t('apiKeys.log.method')}
                options={METHODS.map((value) => ({ value, label: value }))}
              />
              <FilterMenu
                list={list}
                name="status"
                label={status ? t(`apiKeys.log.statuses.${status as Status}`) : t('apiKeys.log.status')}
                options={STATUSES.map((value) => ({ value, label: t(`apiKeys.log.statuses.${value}`) }))}
              />
              <FilterBar list={list} filters={[time]} />
            </>
          }
        />
        <DataTable
          label={t('apiKeys.log.title')}
          rows={data?.requests}
          rowId={(request) => request.id}
          list={list}
          meta={data?.meta}
          columns={columns}
          empty={
            <EmptyState
              title={t(list.narrowed ? 'apiKeys.log.noneFound' : 'apiKeys.log.none')}
              description={t('apiKeys.log.help')}
            />
          }
        />
      </div>
      {shown && <RequestDialog request={shown} onClose={() => setShown(null)} />}
    </Stack>
  );
}

/** The start of a local day, or of the day `later` days after it, as a timestamp; empty if the date is invalid. */
function dayStart(day: string, later: number): string {
  const at = new Date(`${day}T00:00:00`);
  if (Number.isNaN(at.getTime())) return '';
  at.setDate(at.getDate() + later);
  return at.toISOString();
}

function tone(status: number): StateTone {
  if (status < 400) return 'good';
  return status < 500 ? 'waiting' : 'bad';
}

function useColumns(onShow: (request: KeyRequest) => void): Column<KeyRequest>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return [
    {
      key: 'request',
      header: t('apiKeys.log.request'),
      render: (request) => (
        <UnstyledButton c="var(--mantine-color-anchor)" dir="ltr" onClick={() => onShow(request)}>
          <span className={styles.request}>
            <b>{request.method}</b> {request.path}
          </span>
        </UnstyledButton>
      ),
    },
    {
      key: 'status',
      header: t('apiKeys.log.status'),
      render: (request) => <StateDot tone={tone(request.status)}>{String(request.status)}</StateDot>,
    },
    {
      key: 'code',
      header: t('apiKeys.log.code'),
      wideOnly: true,
      render: (request) => (
        <span dir="ltr" className={styles.request}>
          {request.code}
        </span>
      ),
    },
    {
      key: 'took',
      header: t('apiKeys.log.took'),
      align: 'end',
      wideOnly: true,
      render: (request) => t('apiKeys.log.ms', { number: format.number(request.milliseconds) }),
    },
    {
      key: 'address',
      header: t('apiKeys.log.address'),
      wideOnly: true,
      render: (request) => <span dir="ltr">{request.address}</span>,
    },
    {
      key: 'when',
      header: t('apiKeys.log.when'),
      wideOnly: true,
      render: (request) => format.dateTime(request.at),
    },
  ];
}
