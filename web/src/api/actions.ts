import { api, call } from './client';
import { ApiError } from './errors';
import type { components } from './schema.v1.gen';

export type Action = components['schemas']['Action'];
export type ActionKind = Action['kind'];
type Selection = Pick<components['schemas']['Selection'], 'credential_ids' | 'all_matching' | 'send_email'>;

/** What some kinds need to know. */
export interface ActionParams {
  expired_on?: string;
  privacy?: 'private' | 'public' | 'inherit';
  group_id?: number;
  reason?: string;
  note?: string;
}

/** Begins to do something to many credentials; the work goes on without us. One key per press. */
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

/** The address of an action, as the progress tray keeps it. */
export const actionAddress = (uuid: string) => `/actions/${uuid}`;

/** How many credentials an action is through with. */
export const actionDone = ({ done_count, unchanged_count, refused_count }: Action) =>
  done_count + unchanged_count + refused_count;

/** How far an action is, in the words of the progress tray; null when there is none any more. */
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
