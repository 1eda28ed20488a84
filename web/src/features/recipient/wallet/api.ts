import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api, call } from '../../../api/client';
import { QUIET, RECIPIENT } from '../../../api/recipient';
import type { components, operations } from '../../../api/schema.v1.gen';

export type WalletCredential = components['schemas']['PublicCredential'];
export type WalletFacets = components['schemas']['WalletFacets'];
export type OwnQuery = Omit<
  NonNullable<operations['recipientCredentialList']['parameters']['query']>,
  'cursor' | 'facets' | 'page' | 'page_size'
>;

/** How many credentials the first page has, which is soon there, and each that follows. */
const FIRST_PAGE = 40;
const NEXT_PAGE = 120;

/** The largest page, and the most credentials that one archive contains. */
const MOST = 1000;

/** Reads a page. The first one comes with the values by which the whole list can be filtered. */
function readPage(query: OwnQuery, cursor: string, signal: AbortSignal) {
  const page = cursor === '' ? { facets: true, page_size: FIRST_PAGE } : { cursor, page_size: NEXT_PAGE };
  const params = { query: { ...query, ...page } };
  return call(api.GET('/recipient/credentials', { params, signal }), QUIET);
}

/** The recipient's credentials, page by page. */
export const ownCredentialsQuery = (query: OwnQuery) =>
  infiniteQueryOptions({
    queryKey: [...RECIPIENT, 'credentials', query],
    queryFn: ({ signal, pageParam }) => readPage(query, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (last: Awaited<ReturnType<typeof readPage>>) => last.next_cursor || null,
    placeholderData: keepPreviousData,
  });

/** The IDs of all credentials that match a query, as many as an archive contains. */
export async function matchingIds(query: OwnQuery): Promise<string[]> {
  const params = { query: { ...query, page_size: MOST } };
  return (await call(api.GET('/recipient/credentials', { params }), QUIET)).credentials.map(
    ({ uuid }) => uuid,
  );
}

/** Downloads credentials as a ZIP file, and reports how many bytes have arrived. */
export async function downloadArchive(
  ids: readonly string[],
  onBytes: OnBytes,
  signal: AbortSignal,
): Promise<Blob> {
  const body = { credential_ids: [...ids] };
  return readZip(
    await call(api.POST('/recipient/archive', { body, parseAs: 'stream', signal }), QUIET),
    onBytes,
  );
}

/** Downloads everything in the account as a ZIP file. */
export async function downloadAccount(
  password: string,
  onBytes: OnBytes,
  signal: AbortSignal,
): Promise<Blob> {
  const body = password === '' ? {} : { current_password: password };
  return readZip(
    await call(api.POST('/recipient/account/export', { body, parseAs: 'stream', signal }), QUIET),
    onBytes,
  );
}

type OnBytes = (count: number) => void;

async function readZip(answer: unknown, onBytes: OnBytes): Promise<Blob> {
  const stream = answer as ReadableStream<Uint8Array<ArrayBuffer>> | null;
  const reader = stream?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let count = 0;
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    parts.push(next.value);
    count += next.value.length;
    onBytes(count);
  }
  return new Blob(parts, { type: 'application/zip' });
}
