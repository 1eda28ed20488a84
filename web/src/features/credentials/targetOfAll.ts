import type { QueryClient } from '@tanstack/react-query';
import { type CredentialQuery, credentialsQuery } from './api';
import type { PublishTarget } from './publishSlot';

/** Returns the target for all matching drafts. Their number is requested from the server. */
export async function targetOfAll(
  queries: QueryClient,
  matching: CredentialQuery,
  count: number,
): Promise<PublishTarget> {
  return {
    selection: { all_matching: { ...matching, state: 'draft' } },
    count,
    drafts: await countDrafts(queries, matching),
    withoutDesign: 0,
  };
}

async function countDrafts(queries: QueryClient, matching: CredentialQuery): Promise<number> {
  if (matching.state && matching.state !== 'draft') return 0;
  const query = credentialsQuery({ ...matching, state: 'draft', page: 1, page_size: 1 });
  return (await queries.fetchQuery({ ...query, staleTime: 0 })).meta.total_count;
}
