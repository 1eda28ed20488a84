import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { untilRefused } from '../../api/polling';
import { CREDENTIALS, EVIDENCE } from '../../api/queries/keys';
import type { components, operations } from '../../api/schema.v1.gen';

export type EvidenceItem = components['schemas']['EvidenceItem'];
export type EvidenceInput = components['schemas']['EvidenceInput'];
export type Submitted = components['schemas']['SubmittedEvidence'];
export type Query = NonNullable<operations['evidenceSubmissions']['parameters']['query']>;

/** Shorter than the 15 minutes for which the file URLs in a response are valid. */
const FRESH = 10 * 60 * 1000;

export const evidenceQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...CREDENTIALS, 'evidence', uuid],
    staleTime: FRESH,
    queryFn: async ({ signal }) =>
      (await call(api.GET('/credentials/{id}/evidence_items', { params: { path: { id: uuid } }, signal })))
        .evidence_items,
  });

export async function addEvidence(uuid: string, item: EvidenceInput): Promise<EvidenceItem> {
  const answer = api.POST('/credentials/{id}/evidence_items', {
    params: { path: { id: uuid } },
    body: { evidence_item: item },
  });
  return (await call(answer, { quiet: [409, 422] })).evidence_item;
}

export async function changeEvidence(
  uuid: string,
  id: number,
  item: EvidenceInput,
  quiet: readonly number[] = [],
): Promise<void> {
  const path = { id: uuid, evidence_item_id: id };
  await call(
    api.PUT('/credentials/{id}/evidence_items/{evidence_item_id}', {
      params: { path },
      body: { evidence_item: item },
    }),
    { quiet: [...quiet] },
  );
}

export async function removeEvidence(uuid: string, id: number): Promise<void> {
  const path = { id: uuid, evidence_item_id: id };
  await call(api.DELETE('/credentials/{id}/evidence_items/{evidence_item_id}', { params: { path } }));
}

interface Queue {
  evidence_items: Submitted[];
  meta: components['schemas']['Meta'];
}

/** Evidence submitted by recipients, across all credentials. */
export const queueQuery = (query: Query) =>
  queryOptions({
    queryKey: [...EVIDENCE, 'list', query],
    staleTime: FRESH,
    queryFn: ({ signal }): Promise<Queue> => call(api.GET('/evidence_items', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

const LARGEST_PAGE = 1000;

/** The IDs of all matching items, across all pages. */
export async function matchingIds(query: Query): Promise<number[]> {
  const ids: number[] = [];
  for (let page: number | null | undefined = 1; page; ) {
    const params = { query: { ...query, page, page_size: LARGEST_PAGE } };
    const answer: Queue = await call(api.GET('/evidence_items', { params }));
    ids.push(...answer.evidence_items.map(({ id }) => id));
    page = answer.meta.next_page;
  }
  return ids;
}

const COUNT_EVERY_MS = 60_000;

/** The number of pending items. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: [...EVIDENCE, 'count'],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/evidence_items', { params: { query: { page_size: 1 } }, signal }))).meta
        .total_count,
    refetchInterval: untilRefused(COUNT_EVERY_MS),
    staleTime: COUNT_EVERY_MS,
  });

export type Decision = 'accept' | 'reject';

/** Accepts or rejects submitted evidence, and returns the number of changed items. */
export async function decide(ids: number[], decision: Decision, reason: string): Promise<number> {
  const body = { ids, decision, reason };
  return (await call(api.POST('/evidence_items/decide', { body }), { quiet: [404, 422] })).changed_count;
}
