import { useQuery } from '@tanstack/react-query';
import type { ListMeta } from '../../ui/table/Paging';
import { type CredentialQuery, countQuery } from './api';

/** The maximum number that can be selected. The server counts no further. */
const MOST = 100_000;

/** Returns the paging data of a list. If the list's count is capped, the server is asked for the total. */
export function useTotal<M extends ListMeta>(meta: M | undefined, matching: CredentialQuery): M | undefined {
  const { data: counted } = useQuery({ ...countQuery(matching), enabled: meta?.total_is_capped === true });
  if (!meta?.total_is_capped || counted === undefined) return meta;
  return { ...meta, total_count: Math.min(counted, MOST), total_is_capped: counted > MOST };
}
