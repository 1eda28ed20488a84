import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Action, actionAddress } from '../../api/actions';
import { api, call } from '../../api/client';
import { ACTIONS } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';

export type ActionItem = components['schemas']['ActionItem'];
export type Outcome = 'done' | 'unchanged' | 'refused';

const POLL_MS = 800;

/** One bulk operation. Polls until it has finished. */
export const actionQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...ACTIONS, uuid],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/actions/{uuid}', { params: { path: { uuid } }, signal }))).action,
    refetchInterval: ({ state }) => (state.data?.state === 'working' ? POLL_MS : false),
    refetchIntervalInBackground: true,
  });

/**
 * The outcomes for the credentials of a bulk operation. `progress` is part of the key, so that they are fetched again as it
 * runs.
 */
export const itemsQuery = (
  uuid: string,
  query: { page: number; page_size: number; outcome?: Outcome },
  progress: number,
) =>
  queryOptions({
    queryKey: [...ACTIONS, uuid, 'items', query, progress],
    queryFn: ({ signal }) =>
      call(api.GET('/actions/{uuid}/items', { params: { path: { uuid }, query }, signal })),
    placeholderData: keepPreviousData,
  });

export const undoAction = async (uuid: string): Promise<Action> =>
  (await call(api.POST('/actions/{uuid}/undo', { params: { path: { uuid } } }))).action;

export const resumeAction = async (uuid: string): Promise<Action> =>
  (await call(api.POST('/actions/{uuid}/resume', { params: { path: { uuid } } }))).action;

export const cancelAction = async (uuid: string): Promise<Action> =>
  (await call(api.POST('/actions/{uuid}/cancel', { params: { path: { uuid } } }))).action;

/** The URL of a file with the refused credentials, which the browser downloads by itself. */
export const refusedAddress = (uuid: string) => `/v1${actionAddress(uuid)}/refused`;
