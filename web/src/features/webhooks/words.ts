import { useTranslation } from 'react-i18next';
import type { StateTone } from '../../ui/StateDot';
import type { Delivery, EventType, Webhook } from './api';
import { eventKey } from './events';

/** The state of a webhook as text with a tone. */
export function useWebhookState() {
  const { t } = useTranslation();
  return (webhook: Webhook): { tone: StateTone; words: string } => {
    if (webhook.paused_reason === 'failing') return { tone: 'bad', words: t('webhooks.state.rests') };
    if (webhook.state === 'paused') return { tone: 'quiet', words: t('webhooks.state.paused') };
    if (webhook.failing_since) return { tone: 'bad', words: t('webhooks.state.failing') };
    return { tone: 'good', words: t('webhooks.state.active') };
  };
}

export const DELIVERY_TONE: Record<Delivery['state'], StateTone> = {
  pending: 'waiting',
  delivered: 'good',
  failed: 'bad',
};

/** The result of a delivery attempt: the response status, or the reason why there was none. */
export function useResult() {
  const { t } = useTranslation();
  return (status: number | null, error: string | null): string => {
    if (status !== null) return t('webhooks.result.status', { status: String(status) });
    switch (error) {
      case 'refused':
      case 'name':
      case 'timeout':
      case 'certificate':
        return t(`webhooks.result.${error}`);
      case null:
      case '':
        return t('webhooks.result.none');
      default:
        return t('webhooks.result.connection');
    }
  };
}

/** The label of an event type. */
export function useEventWords() {
  const { t } = useTranslation();
  return (type: string): string => {
    if (type === 'webhook.test') return t('webhooks.event.webhook_test');
    return t(`webhooks.event.${eventKey(type as EventType)}`);
  };
}
