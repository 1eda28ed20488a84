import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EMAIL_SETTINGS, invalidate } from '../../api/queries/keys';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { email, required } from '../../lib/validation';
import { dialog } from '../../ui/dialog/dialog';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { ListToolbar } from '../../ui/list/ListToolbar';
import { useListState } from '../../ui/list/useListState';
import { Panel } from '../../ui/Panel';
import { type Column, DataTable } from '../../ui/table/DataTable';
import { toast } from '../../ui/toast/toast';
import { clearSuppression, type Suppression, suppress, suppressionsQuery } from './api';
import styles from './Email.module.css';
import { EmailPage } from './EmailPage';
import { useChange } from './useChange';

const FILTERS = ['reason'] as const;
const REASONS = ['hard_bounce', 'soft_bounces', 'complaint', 'manual'] as const;

/** The addresses that the department sends no emails to. */
export function Component() {
  return (
    <EmailPage tab="suppressions">
      {() => (
        <Stack gap="md">
          <AddPanel />
          <div>
            <Suppressions />
          </div>
        </Stack>
      )}
    </EmailPage>
  );
}

const RULES = { email: [required, email] };

function AddPanel() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm({
    initial: { email: '' },
    labels: { email: t('emailSettings.suppressions.email') },
    rules: RULES,
  });
  const save = form.submit(async (values) => {
    const added = await suppress(values.email);
    form.reset();
    toast.success(t('emailSettings.suppressions.added', { email: added.email }));
    await invalidate(queries, EMAIL_SETTINGS);
  });
  return (
    <Panel title={t('emailSettings.suppressions.title')} description={t('emailSettings.suppressions.lead')}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <FormProblems problems={form.problems} />
        <div className={styles.add}>
          <TextField field={form.field('email')} type="email" dir="ltr" autoComplete="off" />
          <Button type="submit" variant="default" loading={form.busy}>
            {t('emailSettings.suppressions.add')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function Suppressions() {
  const { t } = useTranslation();
  const list = useListState({ filters: FILTERS });
  const { data, error, refetch } = useQuery(suppressionsQuery(list.params));
  const columns = useColumns();
  if (error && !data) return <ErrorPage part onRetry={() => void refetch()} detail={error.message} />;
  return (
    <>
      <ListToolbar
        list={list}
        searchLabel={t('emailSettings.suppressions.search')}
        filters={
          <Select
            aria-label={t('emailSettings.suppressions.column.reason')}
            placeholder={t('emailSettings.suppressions.anyReason')}
            data={REASONS.map((value) => ({
              value,
              label: t(`emailSettings.suppressions.reasons.${value}`),
            }))}
            value={list.filters.reason ?? null}
            onChange={(value) => list.setFilter('reason', value ?? '')}
            clearable
            w={240}
          />
        }
      />
      <DataTable
        label={t('emailSettings.suppressions.title')}
        rows={data?.suppressions}
        rowId={({ id }) => id}
        list={list}
        meta={data?.meta}
        columns={columns}
        empty={
          <EmptyState title={t(`emailSettings.suppressions.${list.narrowed ? 'nothingFound' : 'empty'}`)} />
        }
      />
    </>
  );
}

function useColumns(): Column<Suppression>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return [
    {
      key: 'email',
      header: t('emailSettings.suppressions.column.email'),
      render: (one) => <bdi dir="ltr">{one.email}</bdi>,
    },
    {
      key: 'reason',
      header: t('emailSettings.suppressions.column.reason'),
      render: ({ reason, detail }) => (
        <>
          <Text inherit>{t(`emailSettings.suppressions.reasons.${reason}`)}</Text>
          {detail && (
            <Text size="sm" c="dimmed" dir="auto" className={styles.breaks}>
              {detail}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'time',
      header: t('emailSettings.suppressions.column.time'),
      wideOnly: true,
      render: ({ created_at }) => <Text inherit>{format.dateTime(created_at)}</Text>,
    },
    {
      key: 'clear',
      header: t('emailSettings.suppressions.column.action'),
      render: (one) => <ClearButton suppression={one} />,
    },
  ];
}

function ClearButton({ suppression: { id, email: address, reason } }: { suppression: Suppression }) {
  const { t } = useTranslation();
  const change = useChange();
  const clear = async () => {
    const sure = await dialog.confirm({
      title: t('emailSettings.suppressions.clearTitle', { email: isolate(address) }),
      body: t(`emailSettings.suppressions.clearBody.${reason === 'complaint' ? 'complaint' : 'other'}`),
      confirmLabel: t('emailSettings.suppressions.clear'),
    });
    if (sure) await change(() => clearSuppression(id), t('emailSettings.suppressions.cleared'));
  };
  return (
    <Group>
      <Button
        variant="default"
        size="xs"
        aria-label={t('emailSettings.suppressions.clearFor', { email: isolate(address) })}
        onClick={() => void clear()}
      >
        {t('emailSettings.suppressions.clear')}
      </Button>
    </Group>
  );
}
