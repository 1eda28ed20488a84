import { useQuery } from '@tanstack/react-query';
import type { ListMeta } from '../../ui/table/Paging';
import { type CredentialQuery, countQuery } from './api';

/** As many as can be chosen at once; nobody counts further. */
const MOST = 100_000;

/** What a page says of its list; where the list was counted no further, the server is asked how many there are. */
export function useTotal<M extends ListMeta>(meta: M | undefined, matching: CredentialQuery): M | undefined {
  const { data: counted } = useQuery({ ...countQuery(matching), enabled: meta?.total_is_capped === true });
  if (!meta?.total_is_capped || counted === undefined) return meta;
  return { ...meta, total_count: Math.min(counted, MOST), total_is_capped: counted > MOST };
}
