import { Anchor, Button, VisuallyHidden } from '@mantine/core';
import { IconPencil, IconPlus, IconSend, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { AccessDenied } from '../../ui/AccessDenied';
import { ActionMenu } from '../../ui/ActionMenu';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { useListState } from '../../ui/list/useListState';
import { PageHeader } from '../../ui/PageHeader';
import { StateDot } from '../../ui/StateDot';
import { type Column, DataTable } from '../../ui/table/DataTable';
import { type Webhook, webhookPath, webhooksQuery } from './api';
import { useWebhookActions } from './useWebhookActions';
import { WebhookDialog } from './WebhookDialog';
import styles from './Webhooks.module.css';
import { useResult, useWebhookState } from './words';

/** The webhooks of the department. */
export function Component() {
  const { t } = useTranslation();
  const list = useListState();
  const mayManage = usePermission('manage_webhooks');
  const { data, error, refetch } = useQuery({ ...webhooksQuery(), enabled: mayManage });
  const [editing, setEditing] = useState<{ webhook?: Webhook } | null>(null);
  const columns = useColumns((webhook) => setEditing({ webhook }));
  const create = mayManage && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing({})}>
      {t('webhooks.new')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('webhooks.title')}
        subtitle={t('webhooks.subtitle')}
        action={data?.length !== 0 && create}
      />
      {!mayManage ? (
        <AccessDenied permission="manage_webhooks" />
      ) : error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : (
        <DataTable
          label={t('webhooks.title')}
          rows={data}
          rowId={(webhook) => webhook.id}
          list={list}
          columns={columns}
          empty={
            <EmptyState
              title={t('webhooks.empty.title')}
              description={t('webhooks.empty.description')}
              action={create}
            />
          }
        />
      )}
      {editing && <WebhookDialog webhook={editing.webhook} onClose={() => setEditing(null)} />}
    </>
  );
}

function useColumns(onEdit: (webhook: Webhook) => void): Column<Webhook>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const actions = useWebhookActions();
  const result = useResult();
  const state = useWebhookState();
  return [
    {
      key: 'url',
      header: t('webhooks.column.url'),
      render: (webhook) => (
        <Anchor
          component={Link}
          to={webhookPath(webhook.id)}
          inherit
          fw={500}
          dir="ltr"
          className={styles.address}
        >
          {new URL(webhook.url).host}
        </Anchor>
      ),
    },
    {
      key: 'description',
      header: t('webhooks.column.description'),
      wideOnly: true,
      render: (webhook) => <bdi>{webhook.description}</bdi>,
    },
    {
      key: 'events',
      header: t('webhooks.column.events'),
      align: 'end',
      wideOnly: true,
      render: (webhook) => format.number(webhook.events.length),
    },
    {
      key: 'state',
      header: t('webhooks.column.state'),
      render: (webhook) => <StateDot tone={state(webhook).tone}>{state(webhook).words}</StateDot>,
    },
    {
      key: 'last',
      header: t('webhooks.column.last'),
      wideOnly: true,
      render: (webhook) =>
        webhook.last_at
          ? `${result(webhook.last_status, webhook.last_error)} · ${format.relative(webhook.last_at)}`
          : t('webhooks.result.none'),
    },
    {
      key: 'menu',
      header: <VisuallyHidden>{t('webhooks.column.menu')}</VisuallyHidden>,
      align: 'end',
      render: (webhook) => (
        <ActionMenu
          label={t('webhooks.menu', { host: new URL(webhook.url).host })}
          actions={[
            { key: 'edit', label: t('webhooks.edit'), icon: IconPencil, run: () => onEdit(webhook) },
            ...(webhook.state === 'active'
              ? [
                  {
                    key: 'test',
                    label: t('webhooks.test.action'),
                    icon: IconSend,
                    run: () => void actions.test(webhook),
                  },
                ]
              : []),
            {
              key: 'delete',
              label: t('webhooks.delete.action'),
              icon: IconTrash,
              danger: true,
              run: () => void actions.remove(webhook),
            },
          ]}
        />
      ),
    },
  ];
}
