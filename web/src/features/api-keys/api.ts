import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { groupChoicesQuery } from '../../api/queries/groups';
import { API_KEYS } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';

export type ApiKey = components['schemas']['APIKey'];
export type KeyMode = ApiKey['mode'];
export type KeyRequest = components['schemas']['APIKeyRequest'];

export const API_KEYS_PATH = '/settings/api-keys';

/** The path of a key's page. */
export const apiKeyPath = (id: number) => `${API_KEYS_PATH}/${id}`;

/** Refetch interval of the request log, in ms. Requests may arrive at any time. */
const LIVE_MS = 4000;

/** A department has at most 20 keys, so one page is enough. */
export const apiKeysQuery = () =>
  queryOptions({
    queryKey: [...API_KEYS, 'list'],
    queryFn: async ({ signal }) => (await call(api.GET('/issuer/api_keys', { signal }))).api_keys,
  });

export interface RequestFilter {
  page: number;
  page_size: number;
  method?: string;
  path?: string;
  status?: number;
  since?: string;
  before?: string;
}

export const keyRequestsQuery = (id: number, query: RequestFilter) =>
  queryOptions({
    queryKey: [...API_KEYS, id, 'requests', query],
    queryFn: async ({ signal }) =>
      call(api.GET('/issuer/api_keys/{id}/requests', { params: { path: { id }, query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  });

export interface ApiKeyValues {
  name: string;
  scopes: string[];
  group_ids: number[];
  allowed_addresses: string[];
  /** Requests per minute; 0 for no limit. */
  rate_limit: number;
  /** A timestamp; empty for no expiry. */
  expires_at: string;
}

/** Creates a key and returns its secret, which cannot be retrieved again. */
export async function createApiKey(api_key: ApiKeyValues & { mode: KeyMode }): Promise<string> {
  return (await call(api.POST('/issuer/api_keys', { body: { api_key } }))).secret;
}

/** Updates the given fields of a key. */
export async function updateApiKey(id: number, api_key: Partial<ApiKeyValues>): Promise<void> {
  await call(api.PUT('/issuer/api_keys/{id}', { params: { path: { id } }, body: { api_key } }));
}

/**
 * Rotates the secret of a key and returns the new one, which is shown only once. The old one stays valid for a day unless
 * `expire_now` is set.
 */
export async function rotateApiKey(id: number, expire_now: boolean): Promise<string> {
  const made = await call(
    api.POST('/issuer/api_keys/{id}/rotate', { params: { path: { id } }, body: { expire_now } }),
  );
  return made.secret;
}

export async function revokeApiKey(id: number): Promise<void> {
  await call(api.DELETE('/issuer/api_keys/{id}', { params: { path: { id } } }));
}

export interface GroupChoice {
  id: number;
  name: string;
}

/** The groups that a key is limited to. */
export const groupsByIdQuery = (ids: readonly number[]) =>
  queryOptions({
    ...groupChoicesQuery('', { ids: [...ids], page_size: ids.length, sort: 'name' }),
    enabled: ids.length > 0,
  });
