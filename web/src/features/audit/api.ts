import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { AUDIT } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';

export type AuditEvent = components['schemas']['AuditEvent'];

export const auditQuery = (query: { page: number; page_size: number } & Record<string, unknown>) =>
  queryOptions({
    queryKey: [...AUDIT, 'list', query],
    queryFn: ({ signal }) => call(api.GET('/audit_events', { params: { query }, signal })),
  });

export const headsQuery = () =>
  queryOptions({
    queryKey: [...AUDIT, 'heads'],
    queryFn: async ({ signal }) => (await call(api.GET('/audit_events/heads', { signal }))).heads,
  });

/** Downloads the sealed log of the current department. */
export const sealedLog = (): Promise<Blob> =>
  call(api.GET('/audit_events/log', { parseAs: 'blob' })) as Promise<unknown> as Promise<Blob>;
