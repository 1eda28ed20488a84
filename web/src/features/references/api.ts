import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { CREDENTIALS } from '../../api/queries/keys';
import type { Relationship } from '../../api/relationships';
import type { components } from '../../api/schema.v1.gen';

export type Reference = components['schemas']['Reference'];
/** Maximum number of references per credential. */
export const MAX = 20;

export const referencesQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...CREDENTIALS, 'references', uuid],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/credentials/{id}/references', { params: { path: { id: uuid } }, signal })))
        .references,
  });

export interface Asking {
  name: string;
  email: string;
  title: string;
  relationship: string;
  message: string;
}

/** Requests a reference by email. `key` is the idempotency key: repeated calls with it send one request. */
export async function askForReference(uuid: string, asking: Asking, key: string): Promise<void> {
  const { name, email, title, message } = asking;
  const answer = api.POST('/credentials/{id}/references/request', {
    params: { path: { id: uuid }, header: { 'Idempotency-Key': key } },
    body: {
      reference: {
        referee: { name, email, title },
        relationship: asking.relationship as Relationship | '',
        message,
      },
    },
  });
  await call(answer, { quiet: [429] });
}

export async function decideOnReference(
  uuid: string,
  id: number,
  decision: 'approve' | 'reject',
  reason = '',
): Promise<void> {
  const path = { id: uuid, reference_id: id };
  await call(
    api.POST('/credentials/{id}/references/{reference_id}/decide', {
      params: { path },
      body: { decision, reason },
    }),
  );
}

export async function resendReference(uuid: string, id: number): Promise<void> {
  const path = { id: uuid, reference_id: id };
  await call(api.POST('/credentials/{id}/references/{reference_id}/resend', { params: { path } }));
}

export async function placeReference(uuid: string, id: number, position: number): Promise<void> {
  const path = { id: uuid, reference_id: id };
  await call(
    api.PUT('/credentials/{id}/references/{reference_id}', {
      params: { path },
      body: { reference: { position } },
    }),
  );
}

export async function removeReference(uuid: string, id: number): Promise<void> {
  const path = { id: uuid, reference_id: id };
  await call(api.DELETE('/credentials/{id}/references/{reference_id}', { params: { path } }));
}
