import { api, call } from './client';
import { ApiError } from './errors';
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
  return (await call(api.POST('/actions', { params: { header }, body }))).action;
}

const ADDRESS = /^\/actions\/([0-9a-f-]{36})$/;

/** The URL of an action, by which the progress tray stores it. */
export const actionAddress = (uuid: string) => `/actions/${uuid}`;

/** The number of credentials that an action has processed. */
export const actionDone = ({ done_count, unchanged_count, refused_count }: Action) =>
  done_count + unchanged_count + refused_count;

/** The progress of an action for the progress tray, or null if it no longer exists. */
export async function readActionProgress(address: string) {
  const uuid = ADDRESS.exec(address)?.[1];
  if (!uuid) return null;
  try {
    const { action } = await call(api.GET('/actions/{uuid}', { params: { path: { uuid } } }));
    return {
      state: action.state === 'working' ? ('running' as const) : ('done' as const),
      done: actionDone(action),
      total: action.input_count,
    };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
