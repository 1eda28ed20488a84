import { api, callOrAsk } from './client';
import type { components } from './schema.v1.gen';

export type Action = components['schemas']['Action'];
export type ActionKind = Action['kind'];
type Selection = Pick<components['schemas']['Selection'], 'credential_ids' | 'all_matching' | 'send_email'>;

/** Input of some kinds of action. */
export interface ActionParams {
  expired_on?: string;
  privacy?: 'private' | 'public' | 'inherit';
  group_id?: number;
  reason?: string;
  note?: string;
}

/** Starts a bulk action. It runs in the background. Each press of the button uses one idempotency key. */
export async function startAction(
  kind: ActionKind,
  selection: Selection,
  params: ActionParams,
  idempotencyKey: string,
): Promise<Action> {
  const header = { 'Idempotency-Key': idempotencyKey };
  const body = { kind, ...selection, ...params };
  return (await callOrAsk(api.POST('/actions', { params: { header }, body }))).action;
}

/** The path of the page of an action. */
export const actionAddress = (uuid: string) => `/actions/${uuid}`;

/** The number of credentials that an action has processed. */
export const actionDone = ({ done_count, unchanged_count, refused_count }: Action) =>
  done_count + unchanged_count + refused_count;
