import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import type { components } from '../../api/schema.v1.gen';

export type PublicCredential = components['schemas']['PublicCredential'];
export type PublicDocument = components['schemas']['PublicDocument'];
export type PublicGroup = components['schemas']['PublicGroup'];

/** What anyone with the link may see. The page itself shows refusals, so no dialog announces them. */
export const publicCredentialQuery = (ref: string, key: string | null) =>
  queryOptions({
    queryKey: ['public', 'credential', ref, key],
    queryFn: async ({ signal }) => {
      const params = { path: { ref }, query: key ? { key } : {} };
      const answer = api.GET('/public/credentials/{ref}', { params, signal });
      return (await call(answer, { quiet: [401, 403] })).credential;
    },
  });

export const publicGroupQuery = (id: number) =>
  queryOptions({
    queryKey: ['public', 'group', id],
    queryFn: async ({ signal }) =>
      (
        await call(api.GET('/public/groups/{id}', { params: { path: { id } }, signal }), {
          quiet: [401, 403],
        })
      ).group,
  });
