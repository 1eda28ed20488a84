import { Anchor, Button, Group, Select, Text, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { saveBlob } from '../../lib/saveBlob';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { type ListState, useListState } from '../../ui/list/useListState';
import { type Column, DataTable } from '../../ui/table/DataTable';
import { type CreditEntry, downloadLedger, ledgerQuery } from './api';
import styles from './Billing.module.css';
import { lastDay } from './dates';

const FILTERS = ['kind', 'since', 'until'] as const;
const KINDS = ['grant', 'use', 'renewal', 'refund', 'adjust', 'transfer'] as const;

/** Every change of the department's credits. */
export default function LedgerTab() {
  const { t } = useTranslation();
  const list = useListState({ filters: FILTERS });
  const { data, error, refetch } = useQuery(ledgerQuery(list.params));
  const columns = useColumns();
  if (error && !data) return <ErrorPage part onRetry={() => void refetch()} detail={error.message} />;
  return (
    <>
      <Group justify="space-between" align="flex-end" mb="md" gap="sm">
        <Filters list={list} />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={async () => saveBlob(await downloadLedger(list.params), 'ledger.csv')}
        >
          {t('billing.ledger.download')}
        </Button>
      </Group>
      <DataTable
        label={t('billing.tab.ledger')}
        rows={data?.entries}
        rowId={(entry) => entry.id}
        list={list}
        meta={data?.meta}
        columns={columns}
        empty={<EmptyState title={t(`billing.ledger.${list.narrowed ? 'nothingFound' : 'empty'}`)} />}
      />
    </>
  );
}

function Filters({ list }: { list: ListState }) {
  const { t } = useTranslation();
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label={t('billing.ledger.kind')}
        placeholder={t('billing.ledger.allKinds')}
        data={KINDS.map((value) => ({ value, label: t(`billing.kind.${value}`) }))}
        value={list.filters.kind ?? null}
        onChange={(value) => list.setFilter('kind', value ?? '')}
        clearable
        w={180}
      />
      {(['since', 'until'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          label={t(`billing.ledger.${name}`)}
          value={list.filters[name] ?? ''}
          onChange={(event) => list.setFilter(name, event.currentTarget.value)}
          w={160}
        />
      ))}
    </Group>
  );
}

function useColumns(): Column<CreditEntry>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return [
    {
      key: 'at',
      header: t('billing.ledger.column.at'),
      render: ({ created_at }) => format.dateTime(created_at),
    },
    {
      key: 'kind',
      header: t('billing.ledger.column.kind'),
      render: (entry) => (
        <>
          {t(`billing.kind.${entry.kind}`)}
          {entry.reason !== '' && (
            <Text size="sm" c="dimmed">
              <bdi>{entry.reason}</bdi>
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'credits',
      header: t('billing.ledger.column.credits'),
      align: 'end',
      render: ({ credits }) => <span className={styles.number}>{format.signed(credits)}</span>,
    },
    {
      key: 'expires',
      header: t('billing.ledger.column.expires'),
      wideOnly: true,
      render: ({ expires_on }) => expires_on && format.date(lastDay(expires_on)),
    },
    {
      key: 'credential',
      header: t('billing.ledger.column.credential'),
      wideOnly: true,
      render: ({ credential_id }) =>
        credential_id && (
          <Anchor component={Link} to={`/credentials/${credential_id}`}>
            {credential_id}
          </Anchor>
        ),
    },
    {
      key: 'by',
      header: t('billing.ledger.column.by'),
      wideOnly: true,
      render: (entry) =>
        entry.api_key_id ? (
          t('billing.ledger.key', { id: entry.api_key_id })
        ) : entry.user_id ? (
          <bdi>{entry.user_name}</bdi>
        ) : (
          t(entry.system === 'console' ? 'billing.ledger.operator' : 'billing.ledger.automatic')
        ),
    },
  ];
}
