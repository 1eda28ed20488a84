import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { WEBHOOKS } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';

export type Webhook = components['schemas']['Webhook'];
export type EventType = components['schemas']['WebhookEventType'];
export type Delivery = components['schemas']['WebhookDelivery'];
export type DeliveryDetail = components['schemas']['WebhookDeliveryDetail'];
export type Problem = NonNullable<Webhook['last_error']>;
export type DeliveryState = Delivery['state'];

/** The path of a webhook's page. */
export const webhookPath = (id: number) => `/settings/webhooks/${id}`;

/** Refetch interval of webhooks and deliveries, in ms, because they change in the background. */
const LIVE_MS = 4000;

export const webhooksQuery = () =>
  queryOptions({
    queryKey: [...WEBHOOKS, 'list'],
    queryFn: async ({ signal }) => (await call(api.GET('/issuer/webhooks', { signal }))).webhooks,
    refetchInterval: LIVE_MS,
  });

export const webhookQuery = (id: number) =>
  queryOptions({
    queryKey: [...WEBHOOKS, id],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/issuer/webhooks/{id}', { params: { path: { id } }, signal }))).webhook,
    refetchInterval: LIVE_MS,
  });

export const deliveriesQuery = (
  id: number,
  query: { page: number; page_size: number } & Record<string, unknown>,
) =>
  queryOptions({
    queryKey: [...WEBHOOKS, id, 'deliveries', query],
    queryFn: async ({ signal }) =>
      call(api.GET('/issuer/webhooks/{id}/deliveries', { params: { path: { id }, query }, signal })),
    refetchInterval: LIVE_MS,
  });

export const deliveryQuery = (id: number, delivery_id: number) =>
  queryOptions({
    queryKey: [...WEBHOOKS, id, 'delivery', delivery_id],
    queryFn: async ({ signal }) =>
      (
        await call(
          api.GET('/issuer/webhooks/{id}/deliveries/{delivery_id}', {
            params: { path: { id, delivery_id } },
            signal,
          }),
        )
      ).delivery,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'pending' ? false : LIVE_MS),
  });

export interface WebhookValues {
  url: string;
  description: string;
  events: EventType[];
}

/** Creates a webhook and returns its secret, which is shown only once. */
export async function createWebhook(webhook: WebhookValues): Promise<string> {
  return (await call(api.POST('/issuer/webhooks', { body: { webhook } }))).secret;
}

export async function updateWebhook(
  id: number,
  webhook: Partial<WebhookValues> & { state?: Webhook['state'] },
): Promise<void> {
  await call(api.PUT('/issuer/webhooks/{id}', { params: { path: { id } }, body: { webhook } }));
}

export async function deleteWebhook(id: number): Promise<void> {
  await call(api.DELETE('/issuer/webhooks/{id}', { params: { path: { id } } }));
}

/** Rotates the secret and returns the new one, which is shown only once. */
export async function rotateSecret(id: number): Promise<string> {
  return (await call(api.POST('/issuer/webhooks/{id}/rotate', { params: { path: { id } } }))).secret;
}

export async function testWebhook(id: number): Promise<number> {
  return (await call(api.POST('/issuer/webhooks/{id}/test', { params: { path: { id } } }))).delivery.id;
}

export async function replayFailed(id: number, since: string): Promise<number> {
  const sent = await call(
    api.POST('/issuer/webhooks/{id}/replay', { params: { path: { id } }, body: { since } }),
  );
  return sent.replayed_count;
}

export async function replay(id: number, delivery_id: number): Promise<void> {
  await call(
    api.POST('/issuer/webhooks/{id}/deliveries/{delivery_id}/replay', {
      params: { path: { id, delivery_id } },
    }),
  );
}
