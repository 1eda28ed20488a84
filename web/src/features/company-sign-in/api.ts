import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { COMPANY_SIGN_IN } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';

export type Connection = components['schemas']['SsoConnection'];
export type Kind = Connection['kind'];
export type Saml = components['schemas']['SsoSaml'];
export type Certificate = components['schemas']['SsoCertificate'];
export type ScimKey = components['schemas']['ScimKey'];
export type ConnectionInput = components['schemas']['SsoConnectionInput'];
export type Domain = components['schemas']['SsoDomain'];
export type TestResult = components['schemas']['SsoTest'];

/** Custom roles may manage the department and yet not this: the screen says so itself. */
const DENIED = { quiet: [403] };

export const connectionsQuery = () =>
  queryOptions({
    queryKey: [...COMPANY_SIGN_IN, 'connections'],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/sso_connections', { signal }), DENIED)).sso_connections,
  });

export async function saveConnection(
  id: number | undefined,
  sso_connection: ConnectionInput,
): Promise<Connection> {
  const saved = id
    ? await call(api.PUT('/sso_connections/{id}', { params: { path: { id } }, body: { sso_connection } }))
    : await call(api.POST('/sso_connections', { body: { sso_connection } }));
  return saved.sso_connection;
}

export const deleteConnection = (id: number) =>
  call(api.DELETE('/sso_connections/{id}', { params: { path: { id } } }));

/** Adds the next certificate that signs our requests, or puts it to use. */
export async function changeKey(id: number, use: boolean): Promise<Connection> {
  const params = { params: { path: { id } } };
  const changed = use
    ? await call(api.POST('/sso_connections/{id}/use_next_key', params))
    : await call(api.POST('/sso_connections/{id}/keys', params));
  return changed.sso_connection;
}

export const scimKeysQuery = (id: number) =>
  queryOptions({
    queryKey: [...COMPANY_SIGN_IN, 'scim-keys', id],
    queryFn: ({ signal }) =>
      call(api.GET('/sso_connections/{id}/scim_keys', { params: { path: { id } }, signal })),
  });

/** Creates a provisioning key and returns its secret, which is not shown again. */
export async function createScimKey(id: number): Promise<string> {
  return (await call(api.POST('/sso_connections/{id}/scim_keys', { params: { path: { id } } }))).secret;
}

export const revokeScimKey = (id: number, key_id: number) =>
  call(api.DELETE('/sso_connections/{id}/scim_keys/{key_id}', { params: { path: { id, key_id } } }));

/** Starts a test and returns the address at the provider. */
export async function startTest(id: number): Promise<string> {
  return (await call(api.POST('/sso_connections/{id}/test', { params: { path: { id } } }))).url;
}

/** What a test found. It is there once the browser is back from the provider. */
export const testQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...COMPANY_SIGN_IN, 'test', uuid],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/sso_tests/{uuid}', { params: { path: { uuid } }, signal }), DENIED)).sso_test,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const domainsQuery = () =>
  queryOptions({
    queryKey: [...COMPANY_SIGN_IN, 'domains'],
    queryFn: async ({ signal }) => (await call(api.GET('/sso_domains', { signal }), DENIED)).sso_domains,
  });

export async function addDomain(domain: string): Promise<Domain> {
  return (await call(api.POST('/sso_domains', { body: { sso_domain: { domain } } }))).sso_domain;
}

/** Looks for the TXT record of a domain. */
export const checkDomain = (id: number) =>
  call(api.POST('/sso_domains/{id}/check', { params: { path: { id } } }));

export const removeDomain = (id: number) =>
  call(api.DELETE('/sso_domains/{id}', { params: { path: { id } } }));
