import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { PUBLIC } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';
import { pageData } from '../../lib/pageData';

export type PublicProfile = components['schemas']['PublicProfile'];

/** The published profile of a person. The page has it already if the server wrote it there. */
export const publicProfileQuery = (slug: string) =>
  queryOptions({
    queryKey: [...PUBLIC, 'profile', slug],
    queryFn: async ({ signal }) => {
      const written = pageData<{ profile?: PublicProfile }>()?.profile;
      if (written?.slug === slug) return written;
      const answer = api.GET('/public/profiles/{slug}', { params: { path: { slug } }, signal });
      return (await call(answer, { quiet: [401, 403] })).profile;
    },
  });
