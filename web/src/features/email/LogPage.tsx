import { Anchor, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { ListToolbar } from '../../ui/list/ListToolbar';
import { type ListState, useListState } from '../../ui/list/useListState';
import { StateDot, type StateTone } from '../../ui/StateDot';
import { type Column, DataTable } from '../../ui/table/DataTable';
import { type Email, emailsQuery } from './api';
import { EmailDialog } from './EmailDialog';
import { EmailPage } from './EmailPage';

/** The emails of the department. */
export function Component() {
  return <EmailPage tab="log">{() => <Log />}</EmailPage>;
}

const FILTERS = ['event', 'state'] as const;
const EVENTS = ['delivery', 'status', 'name_changes', 'references', 'reminders', 'expiry', 'other'] as const;
const STATES = [
  'waiting',
  'queued',
  'sending',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'failed',
  'uncertain',
  'dropped',
] as const;

const TONES: Record<Email['state'], StateTone> = {
  queued: 'waiting',
  sending: 'waiting',
  sent: 'good',
  failed: 'bad',
  uncertain: 'bad',
  dropped: 'quiet',
  delivered: 'good',
  bounced: 'bad',
  complained: 'bad',
};

function Log() {
  const { t } = useTranslation();
  const list = useListState({ filters: FILTERS });
  const { data, error, refetch } = useQuery(emailsQuery(list.params));
  const [open, setOpen] = useState<number | null>(null);
  const columns = useColumns(setOpen);
  if (error && !data) return <ErrorPage part onRetry={() => void refetch()} detail={error.message} />;
  return (
    <>
      <ListToolbar
        list={list}
        searchLabel={t('emailSettings.log.search')}
        filters={<Filters list={list} />}
      />
      <DataTable
        label={t('emailSettings.log.title')}
        rows={data?.emails}
        rowId={(email) => email.id}
        list={list}
        meta={data?.meta}
        columns={columns}
        empty={<EmptyState title={t(`emailSettings.log.${list.narrowed ? 'nothingFound' : 'empty'}`)} />}
      />
      {open !== null && <EmailDialog id={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function Filters({ list }: { list: ListState }) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        aria-label={t('emailSettings.log.event')}
        placeholder={t('emailSettings.log.allEvents')}
        data={EVENTS.map((value) => ({ value, label: t(`emailSettings.log.events.${value}`) }))}
        value={list.filters.event ?? null}
        onChange={(value) => list.setFilter('event', value ?? '')}
        clearable
        w={200}
      />
      <Select
        aria-label={t('emailSettings.log.state')}
        placeholder={t('emailSettings.log.allStates')}
        data={STATES.map((value) => ({ value, label: t(`emailSettings.log.states.${value}`) }))}
        value={list.filters.state ?? null}
        onChange={(value) => list.setFilter('state', value ?? '')}
        clearable
        w={200}
      />
    </>
  );
}

function useColumns(onOpen: (id: number) => void): Column<Email>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return [
    {
      key: 'subject',
      header: t('emailSettings.log.column.subject'),
      render: ({ id, subject, recipient }) => (
        <>
          <Anchor
            component="button"
            type="button"
            ta="start"
            aria-label={t('emailSettings.log.open', { subject: isolate(subject), email: isolate(recipient) })}
            onClick={() => onOpen(id)}
          >
            <bdi>{subject}</bdi>
          </Anchor>
          <Text size="sm" c="dimmed" data-narrow-only>
            <bdi dir="ltr">{recipient}</bdi>
          </Text>
        </>
      ),
    },
    {
      key: 'recipient',
      header: t('emailSettings.log.column.recipient'),
      wideOnly: true,
      render: ({ recipient }) => <bdi dir="ltr">{recipient}</bdi>,
    },
    {
      key: 'state',
      header: t('emailSettings.log.column.state'),
      render: ({ state, waits_for }) => (
        <StateDot tone={TONES[state]}>
          {t(`emailSettings.log.states.${waits_for === '' ? state : 'waiting'}`)}
        </StateDot>
      ),
    },
    {
      key: 'time',
      header: t('emailSettings.log.column.time'),
      wideOnly: true,
      render: ({ sent_at, created_at }) => <Text inherit>{format.dateTime(sent_at ?? created_at)}</Text>,
    },
  ];
}
