import { Alert, Button, Stack } from '@mantine/core';
import {
  IconAlertTriangle,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRepeat,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { useFormat } from '../../i18n/useFormat';
import { ActionMenu } from '../../ui/ActionMenu';
import { ErrorPage } from '../../ui/ErrorPage';
import { Facts } from '../../ui/Facts';
import { NotFound } from '../../ui/NotFound';
import { PageHeader } from '../../ui/PageHeader';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { Panel } from '../../ui/Panel';
import { StateDot } from '../../ui/StateDot';
import { type Webhook, webhookQuery } from './api';
import { DeliveryLog } from './DeliveryLog';
import { RotateDialog } from './RotateDialog';
import { useWebhookActions } from './useWebhookActions';
import { WebhookDialog } from './WebhookDialog';
import styles from './Webhooks.module.css';
import { useEventWords, useWebhookState } from './words';

const LIST = '/settings/webhooks';

/** One webhook with its settings and deliveries. */
export function Component() {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const { data: webhook, error, refetch } = useQuery(webhookQuery(id));
  if (error instanceof ApiError && error.status === 404)
    return <NotFound title={t('webhooks.notFound')} to={LIST} label={t('webhooks.title')} />;
  if (error && !webhook) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;
  return webhook ? <Loaded webhook={webhook} /> : <PageSkeleton />;
}

function Loaded({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useEventWords();
  const state = useWebhookState()(webhook);
  return (
    <>
      <PageHeader
        title={new URL(webhook.url).host}
        subtitle={<StateDot tone={state.tone}>{state.words}</StateDot>}
        back={{ to: LIST, label: t('webhooks.title') }}
        action={<Actions webhook={webhook} />}
      />
      <Stack gap="md">
        {webhook.paused_reason === 'failing' && (
          <Alert
            color="red"
            icon={<IconAlertTriangle size={18} aria-hidden />}
            title={t('webhooks.rests.title')}
          >
            {t('webhooks.rests.body')}
          </Alert>
        )}
        <Panel>
          <Facts
            facts={[
              [
                t('webhooks.column.url'),
                <span key="url" dir="ltr" className={styles.address}>
                  {webhook.url}
                </span>,
              ],
              [t('webhooks.column.description'), webhook.description],
              [t('webhooks.column.events'), webhook.events.map(words).join(' · ')],
              [t('webhooks.fact.failing'), webhook.failing_since && format.dateTime(webhook.failing_since)],
              [
                t('webhooks.fact.rotating'),
                webhook.rotating_until && format.dateTime(webhook.rotating_until),
              ],
              [t('webhooks.fact.created'), format.dateTime(webhook.created_at)],
              [t('webhooks.fact.by'), webhook.created_by],
            ]}
          />
        </Panel>
        <DeliveryLog id={webhook.id} />
      </Stack>
    </>
  );
}

function Actions({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const actions = useWebhookActions();
  const [open, setOpen] = useState<'edit' | 'rotate' | null>(null);
  const active = webhook.state === 'active';
  return (
    <>
      {active ? (
        <Button leftSection={<IconSend size={16} aria-hidden />} onClick={() => void actions.test(webhook)}>
          {t('webhooks.test.action')}
        </Button>
      ) : (
        <Button
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          onClick={() => void actions.resume(webhook)}
        >
          {t('webhooks.resume.action')}
        </Button>
      )}
      <ActionMenu
        label={t('webhooks.menu', { host: new URL(webhook.url).host })}
        actions={[
          { key: 'edit', label: t('webhooks.edit'), icon: IconPencil, run: () => setOpen('edit') },
          {
            key: 'replay',
            label: t('webhooks.replayFailed.action'),
            icon: IconRepeat,
            run: () => void actions.replayFailed(webhook),
          },
          { key: 'rotate', label: t('webhooks.rotate.action'), icon: IconKey, run: () => setOpen('rotate') },
          ...(active
            ? [
                {
                  key: 'pause',
                  label: t('webhooks.pause.action'),
                  icon: IconPlayerPause,
                  run: () => void actions.pause(webhook),
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
      {open === 'edit' && <WebhookDialog webhook={webhook} onClose={() => setOpen(null)} />}
      {open === 'rotate' && <RotateDialog webhook={webhook} onClose={() => setOpen(null)} />}
    </>
  );
}
