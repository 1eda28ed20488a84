import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { ISSUER_DOMAIN, SIGNING_KEYS } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';

export type SigningKey = components['schemas']['SigningKey'];

/** Refetch interval in ms while credentials are re-signed after a revocation. */
const PENDING_MS = 4000;

export const signingKeysQuery = () =>
  queryOptions({
    queryKey: SIGNING_KEYS,
    queryFn: async ({ signal }) => call(api.GET('/issuer/signing_keys', { signal })),
    refetchInterval: ({ state }) =>
      state.data?.signing_keys.some((key) => key.pending_count > 0) ? PENDING_MS : false,
  });

export type IssuerDomain = Awaited<ReturnType<typeof readDomain>>['domain'];

const readDomain = (signal?: AbortSignal) => call(api.GET('/issuer/domain', { signal }));

export const domainQuery = () =>
  queryOptions({ queryKey: ISSUER_DOMAIN, queryFn: async ({ signal }) => readDomain(signal) });

export async function rotateKeys(): Promise<void> {
  await call(api.POST('/issuer/signing_keys/rotate'));
}

/** The number of credentials that revoking a key affects. */
export const keyUsageQuery = (name: string) =>
  queryOptions({
    queryKey: [...SIGNING_KEYS, 'usage', name],
    queryFn: async ({ signal }) =>
      call(api.GET('/issuer/signing_keys/{name}/usage', { params: { path: { name } }, signal })),
    gcTime: 0,
  });

/** Revokes a compromised key. */
export async function revokeKey(name: string): Promise<void> {
  await call(api.POST('/issuer/signing_keys/{name}/revoke', { params: { path: { name } } }));
}
