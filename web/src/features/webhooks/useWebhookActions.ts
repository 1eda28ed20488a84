import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/errors';
import { WEBHOOKS } from '../../api/queries/keys';
import { useFormat } from '../../i18n/useFormat';
import { dialog } from '../../ui/dialog/dialog';
import { toast } from '../../ui/toast/toast';
import { deleteWebhook, replay, replayFailed, testWebhook, updateWebhook, type Webhook } from './api';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Retention of events in days. Older ones cannot be sent again. */
const KEPT_DAYS = 30;

/** Actions for a webhook other than editing its settings. */
export function useWebhookActions() {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const navigate = useNavigate();

  const attempt = async (work: () => Promise<string>) => {
    try {
      toast.success(await work());
    } catch (error) {
      toast.formWarning(t('problem.generic'), error instanceof ApiError ? error.lines : []);
    } finally {
      await queries.invalidateQueries({ queryKey: WEBHOOKS });
    }
  };

  return {
    test: ({ id }: Webhook) =>
      attempt(async () => {
        await testWebhook(id);
        return t('webhooks.test.done');
      }),
    pause: ({ id }: Webhook) =>
      attempt(async () => {
        await updateWebhook(id, { state: 'paused' });
        return t('webhooks.pause.done');
      }),
    resume: ({ id }: Webhook) =>
      attempt(async () => {
        await updateWebhook(id, { state: 'active' });
        return t('webhooks.resume.done');
      }),
    replay: (id: number, delivery: number) =>
      attempt(async () => {
        await replay(id, delivery);
        return t('webhooks.replay.done');
      }),
    replayFailed: ({ id }: Webhook) =>
      attempt(async () => {
        const count = await replayFailed(id, new Date(Date.now() - KEPT_DAYS * DAY_MS).toISOString());
        return t('webhooks.replayFailed.done', { count, number: format.number(count) });
      }),
    remove: async ({ id, url }: Webhook) => {
      const sure = await dialog.confirm({
        title: t('webhooks.delete.title'),
        body: t('webhooks.delete.body', { host: new URL(url).host }),
        confirmLabel: t('webhooks.delete.confirm'),
        danger: true,
      });
      if (!sure) return;
      await attempt(async () => {
        await deleteWebhook(id);
        await navigate('/settings/webhooks');
        return t('webhooks.delete.done');
      });
    },
  };
}
