import { Button, Group, Stack, Title, UnstyledButton } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBilling } from '../../api/queries/billing';
import { useFormat } from '../../i18n/useFormat';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { FilterMenu } from '../../ui/list/FilterMenu';
import { useListState } from '../../ui/list/useListState';
import { StateDot } from '../../ui/StateDot';
import { type Column, DataTable } from '../../ui/table/DataTable';
import { type Delivery, type DeliveryState, deliveriesQuery } from './api';
import { DeliveryDialog } from './DeliveryDialog';
import { EVENT_GROUPS } from './events';
import { useWebhookActions } from './useWebhookActions';
import { DELIVERY_TONE, useEventWords, useResult } from './words';

const STATES: readonly DeliveryState[] = ['pending', 'delivered', 'failed'];
const typesOf = (billing: boolean) => [
  ...EVENT_GROUPS.filter(({ name }) => billing || name !== 'billing').flatMap(({ events }) => [...events]),
  'webhook.test',
];

/** Live log of the deliveries to a webhook. */
export function DeliveryLog({ id }: { id: number }) {
  const { t } = useTranslation();
  const list = useListState({ filters: ['state', 'type'] });
  const billing = useBilling();
  const words = useEventWords();
  const { data, error, refetch } = useQuery(deliveriesQuery(id, list.params));
  const [shown, setShown] = useState<number | null>(null);
  const columns = useColumns(id, setShown);
  if (error && !data) return <ErrorPage part onRetry={() => void refetch()} detail={error.message} />;
  return (
    <Stack gap="sm" component="section" aria-label={t('webhooks.log.title')}>
      <Group justify="space-between">
        <Title order={2} size="h3">
          {t('webhooks.log.title')}
        </Title>
        <Group gap="xs">
          <FilterMenu
            list={list}
            name="state"
            label={
              list.filters.state
                ? t(`webhooks.delivery.${list.filters.state as DeliveryState}`)
                : t('webhooks.log.state')
            }
            options={STATES.map((value) => ({ value, label: t(`webhooks.delivery.${value}`) }))}
          />
          <FilterMenu
            list={list}
            name="type"
            label={list.filters.type ? words(list.filters.type) : t('webhooks.log.type')}
            options={typesOf(billing).map((value) => ({ value, label: words(value) }))}
          />
        </Group>
      </Group>
      <DataTable
        label={t('webhooks.log.title')}
        rows={data?.deliveries}
        rowId={(delivery) => delivery.id}
        list={list}
        meta={data?.meta}
        columns={columns}
        empty={
          <EmptyState
            title={t(list.narrowed ? 'webhooks.log.noneFound' : 'webhooks.log.none')}
            description={t('webhooks.log.help')}
          />
        }
      />
      {shown !== null && <DeliveryDialog id={id} deliveryId={shown} onClose={() => setShown(null)} />}
    </Stack>
  );
}

function useColumns(id: number, onShow: (delivery: number) => void): Column<Delivery>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useEventWords();
  const result = useResult();
  const actions = useWebhookActions();
  return [
    {
      key: 'type',
      header: t('webhooks.log.type'),
      render: (delivery) => (
        <UnstyledButton fw={500} c="var(--mantine-color-anchor)" onClick={() => onShow(delivery.id)}>
          {words(delivery.type)}
        </UnstyledButton>
      ),
    },
    {
      key: 'state',
      header: t('webhooks.log.state'),
      render: (delivery) => (
        <StateDot tone={DELIVERY_TONE[delivery.state]}>{t(`webhooks.delivery.${delivery.state}`)}</StateDot>
      ),
    },
    {
      key: 'result',
      header: t('webhooks.log.result'),
      wideOnly: true,
      render: (delivery) =>
        delivery.next_at
          ? `${result(delivery.last_status, delivery.last_error)} · ${t('webhooks.log.next', { when: format.relative(delivery.next_at) })}`
          : result(delivery.last_status, delivery.last_error),
    },
    {
      key: 'ms',
      header: t('webhooks.log.ms'),
      align: 'end',
      wideOnly: true,
      render: (delivery) =>
        delivery.last_ms === null
          ? ''
          : t('webhooks.log.msValue', { number: format.number(delivery.last_ms) }),
    },
    {
      key: 'when',
      header: t('webhooks.log.when'),
      wideOnly: true,
      render: (delivery) => format.dateTime(delivery.created_at),
    },
    {
      key: 'again',
      header: t('webhooks.log.again'),
      align: 'end',
      render: (delivery) =>
        delivery.state === 'pending' ? null : (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRepeat size={14} aria-hidden />}
            aria-label={t('webhooks.replay.actionFor', { event: words(delivery.type) })}
            onClick={() => void actions.replay(id, delivery.id)}
          >
            {t('webhooks.replay.action')}
          </Button>
        ),
    },
  ];
}
