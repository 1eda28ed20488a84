import { Button, Group, Select, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/useFormat';
import { isolate } from '../../../lib/bidi';
import { dialog } from '../../../ui/dialog/dialog';
import { EmptyState } from '../../../ui/EmptyState';
import { ErrorPage } from '../../../ui/ErrorPage';
import { useListState } from '../../../ui/list/useListState';
import { StateDot } from '../../../ui/StateDot';
import { type Column, DataTable } from '../../../ui/table/DataTable';
import { type Invoice, invoicesQuery, saveInvoice } from '../payment/api';
import { useReturn } from '../payment/useReturn';

const FILTERS = ['state'] as const;
const STATES = ['open', 'paid', 'void', 'uncollectible'] as const;
const TONES = { open: 'waiting', paid: 'good', void: 'quiet', uncollectible: 'bad' } as const;

/** The invoices and credit notes of the department. */
export default function InvoicesTab() {
  useReturn();
  const { t } = useTranslation();
  const list = useListState({ filters: FILTERS });
  const { data, error, refetch } = useQuery(invoicesQuery(list.params, list.filters.state));
  const columns = useColumns();
  if (error && !data) return <ErrorPage part onRetry={() => void refetch()} detail={error.message} />;
  return (
    <>
      <Group mb="md">
        <Select
          aria-label={t('payments.invoices.stateLabel')}
          placeholder={t('payments.invoices.all')}
          data={STATES.map((value) => ({ value, label: t(`payments.invoices.state.${value}`) }))}
          value={list.filters.state ?? null}
          onChange={(value) => list.setFilter('state', value ?? '')}
          clearable
          w={200}
        />
      </Group>
      <DataTable
        label={t('payments.tab.invoices')}
        rows={data?.invoices}
        rowId={({ id }) => id}
        list={list}
        meta={data?.meta}
        columns={columns}
        empty={
          list.narrowed ? (
            <EmptyState title={t('payments.invoices.noMatches')} />
          ) : (
            <EmptyState title={t('payments.invoices.empty')} description={t('payments.invoices.emptyHelp')} />
          )
        }
      />
    </>
  );
}

function useColumns(): Column<Invoice>[] {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const money = ({ total, currency, kind }: Invoice) => {
    const written = new Intl.NumberFormat(`${i18n.language}-u-nu-latn`, { style: 'currency', currency });
    const units = 10 ** (written.resolvedOptions().maximumFractionDigits ?? 2);
    return written.format((kind === 'credit_note' ? -total : total) / units);
  };
  return [
    {
      key: 'number',
      header: t('payments.invoices.number'),
      render: (invoice) => (
        <>
          <bdi>{invoice.number}</bdi>
          {invoice.corrects && (
            <Text size="sm" c="dimmed">
              {t('payments.invoices.corrects', { number: isolate(invoice.corrects) })}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'date',
      header: t('payments.invoices.date'),
      render: ({ issued_on }) => format.date(issued_on),
    },
    {
      key: 'due',
      header: t('payments.invoices.due'),
      render: ({ due_on }) => (due_on ? format.date(due_on) : '–'),
      wideOnly: true,
    },
    {
      key: 'state',
      header: t('payments.invoices.stateLabel'),
      render: ({ kind, state }) =>
        kind === 'credit_note' ? (
          <StateDot tone="quiet">{t('payments.invoices.state.credit')}</StateDot>
        ) : (
          <StateDot tone={TONES[state]}>{t(`payments.invoices.state.${state}`)}</StateDot>
        ),
    },
    { key: 'amount', header: t('payments.invoices.amount'), render: money, align: 'end' },
    {
      key: 'documents',
      header: t('payments.invoices.documents'),
      render: (invoice) => <Documents invoice={invoice} />,
    },
  ];
}

function Documents({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation();
  const receipt = invoice.kind === 'invoice' && invoice.state === 'paid';
  return (
    <Group gap={4} wrap="nowrap">
      <Save
        invoice={invoice}
        kind="invoice"
        label={t(invoice.kind === 'invoice' ? 'payments.invoices.pdf' : 'payments.invoices.notePdf')}
      />
      {receipt && <Save invoice={invoice} kind="receipt" label={t('payments.invoices.receipt')} />}
      {invoice.payment_url && (
        <Button component="a" href={invoice.payment_url} size="compact-sm">
          {t('payments.invoices.pay')}
        </Button>
      )}
    </Group>
  );
}

function Save({ invoice, kind, label }: { invoice: Invoice; kind: 'invoice' | 'receipt'; label: string }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await saveInvoice(invoice, kind);
    } catch {
      await dialog.warning({
        title: t('payments.invoices.notPrinted'),
        body: isolate(invoice.number),
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<IconDownload size={14} aria-hidden />}
      loading={busy}
      aria-label={`${label} ${invoice.number}`}
      onClick={() => void save()}
    >
      {label}
    </Button>
  );
}
