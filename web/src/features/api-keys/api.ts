import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import type { components } from '../../api/schema.v1.gen';

export type ApiKey = components['schemas']['APIKey'];
export type Access = ApiKey['access'];

export const API_KEYS = ['api-keys'] as const;

export const apiKeysQuery = () =>
  queryOptions({
    queryKey: API_KEYS,
    queryFn: async ({ signal }) => (await call(api.GET('/issuer/api_keys', { signal }))).api_keys,
  });

/** Makes a key. The secret in the answer is the only one there will ever be. */
export async function createApiKey(
  name: string,
  access: Access,
): Promise<{ api_key: ApiKey; secret: string }> {
  return call(api.POST('/issuer/api_keys', { body: { api_key: { name: name.trim(), access } } }));
}

export async function revokeApiKey(id: number): Promise<void> {
  await call(api.DELETE('/issuer/api_keys/{id}', { params: { path: { id } } }));
}
