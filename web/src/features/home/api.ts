import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { designSearchQuery } from '../../api/queries/designs';
import { groupSearchQuery } from '../../api/queries/groups';
import { CREDENTIALS, IMPORTS } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';

export type Group = components['schemas']['Group'];

const RECENT = 6;

/** The latest groups, and the number of all. */
export const recentGroupsQuery = () =>
  groupSearchQuery({ state: 'active', sort: '-updated_at', page_size: RECENT });

export type Import = components['schemas']['Import'];

const RECENT_IMPORTS = 5;

/** The latest imports. */
export const recentImportsQuery = () =>
  queryOptions({
    queryKey: [...IMPORTS, 'recent'],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/imports', { params: { query: { page_size: RECENT_IMPORTS } }, signal }))).imports,
  });

export const designCountQuery = () =>
  queryOptions({ ...designSearchQuery({ page_size: 1 }), select: ({ meta }) => meta.total_count });

/** The number of credentials in the given states. */
export const credentialCountQuery = (state: string) =>
  queryOptions({
    queryKey: [...CREDENTIALS, 'count', state],
    queryFn: async ({ signal }) =>
      (await call(api.POST('/credentials/search', { body: { state, page_size: 1 }, signal }))).meta
        .total_count,
  });

/** The states of emails that were not delivered, or may not have been. */
export const UNSENT = 'bounced,uncertain';

/** The number of credentials with an email that was not delivered, or may not have been. */
export const unsentCountQuery = () =>
  queryOptions({
    queryKey: [...CREDENTIALS, 'count', UNSENT],
    queryFn: async ({ signal }) =>
      (await call(api.POST('/credentials/search', { body: { email_status: UNSENT, page_size: 1 }, signal })))
        .meta.total_count,
  });
