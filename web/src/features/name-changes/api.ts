import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { untilRefused } from '../../api/polling';
import { NAME_CHANGES } from '../../api/queries/keys';
import type { components, operations } from '../../api/schema.v1.gen';

export type NameChange = components['schemas']['NameChange'];
export type Reason = components['schemas']['NameChangeReason'];
export type Kind = components['schemas']['NameChangeKind'];
export type State = components['schemas']['NameChangeState'];
export type Settings = components['schemas']['NameChangeSettings'];
type Query = NonNullable<operations['nameChangeList']['parameters']['query']>;

interface List {
  name_changes: NameChange[];
  meta: components['schemas']['Meta'];
}

export const KINDS: readonly Kind[] = ['name', 'email', 'date', 'other'];

export const REASONS: readonly Reason[] = ['typo', 'married', 'legal', 'transliteration', 'payer', 'other'];

export const nameChangesQuery = (query: Query) =>
  queryOptions({
    queryKey: [...NAME_CHANGES, 'list', query],
    queryFn: ({ signal }): Promise<List> => call(api.GET('/name_changes', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

const LARGEST_PAGE = 1000;

/** The IDs of all matching requests, across all pages. */
export async function matchingIds(query: Query): Promise<number[]> {
  const ids: number[] = [];
  for (let page: number | null | undefined = 1; page; ) {
    const params = { query: { ...query, page, page_size: LARGEST_PAGE } };
    const answer: List = await call(api.GET('/name_changes', { params }));
    ids.push(...answer.name_changes.map(({ id }) => id));
    page = answer.meta.next_page;
  }
  return ids;
}

const COUNT_EVERY_MS = 60_000;

/** The number of pending requests. */
export const openCountQuery = () =>
  queryOptions({
    queryKey: [...NAME_CHANGES, 'count'],
    queryFn: async ({ signal }) => {
      const query = { state: 'pending', page_size: 1 };
      return (await call(api.GET('/name_changes', { params: { query }, signal }))).meta.total_count;
    },
    refetchInterval: untilRefused(COUNT_EVERY_MS),
    staleTime: COUNT_EVERY_MS,
  });

export const nameChangeQuery = (id: number) =>
  queryOptions({
    queryKey: [...NAME_CHANGES, 'one', id],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/name_changes/{id}', { params: { path: { id } }, signal }))).name_change,
  });

/** The document that the recipient submitted. It is evicted from the cache as soon as it is no longer shown. */
export const proofQuery = (id: number) =>
  queryOptions({
    queryKey: [...NAME_CHANGES, 'proof', id],
    gcTime: 0,
    queryFn: async ({ signal }): Promise<Blob> =>
      (await call(
        api.GET('/name_changes/{id}/document', { params: { path: { id } }, parseAs: 'blob', signal }),
      )) as unknown as Blob,
  });

export type Decision = 'approve' | 'deny';

export async function decide(
  id: number,
  decision: Decision,
  note: string,
  all: boolean,
): Promise<NameChange> {
  const body = { decision, note, all };
  return (await call(api.POST('/name_changes/{id}/decide', { params: { path: { id } }, body }))).name_change;
}

export const decideMany = (ids: number[], decision: Decision) =>
  call(api.POST('/name_changes/decide_many', { body: { ids, decision } }));

export const SETTINGS = [...NAME_CHANGES, 'settings'] as const;

export const settingsQuery = () =>
  queryOptions({
    queryKey: SETTINGS,
    queryFn: async ({ signal }) => (await call(api.GET('/name_changes/settings', { signal }))).settings,
  });

export async function saveSettings(body: Settings): Promise<Settings> {
  return (await call(api.PUT('/name_changes/settings', { body }))).settings;
}
