import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { CLAIM_LINKS } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';

export type ClaimLink = components['schemas']['ClaimLink'];
export type ClaimLinkInput = components['schemas']['ClaimLinkInput'];
export type Claim = components['schemas']['Claim'];
export type ClaimState = Claim['state'];

/** One page of the claim links of a group. */
export const claimLinksQuery = (groupId: number, page: number, pageSize: number) =>
  queryOptions({
    queryKey: [...CLAIM_LINKS, 'list', groupId, page, pageSize],
    queryFn: async ({ signal }) => {
      const query = { group_id: groupId, page, page_size: pageSize };
      return call(api.GET('/claim_links', { params: { query }, signal }));
    },
  });

export const claimLinkQuery = (id: number) =>
  queryOptions({
    queryKey: [...CLAIM_LINKS, 'one', id],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/claim_links/{id}', { params: { path: { id } }, signal }))).claim_link,
  });

/** One page of the claims of a link in one state. */
export const claimsQuery = (id: number, state: ClaimState, page: number, pageSize: number) =>
  queryOptions({
    queryKey: [...CLAIM_LINKS, 'claims', id, state, page, pageSize],
    queryFn: async ({ signal }) => {
      const query = { state, page, page_size: pageSize };
      return call(api.GET('/claim_links/{id}/claims', { params: { path: { id }, query }, signal }));
    },
  });

export async function saveClaimLink(
  id: number | null,
  claim_link: ClaimLinkInput,
  key: string,
): Promise<ClaimLink> {
  const answer =
    id === null
      ? api.POST('/claim_links', { params: { header: { 'Idempotency-Key': key } }, body: { claim_link } })
      : api.PUT('/claim_links/{id}', { params: { path: { id } }, body: { claim_link } });
  return (await call(answer)).claim_link;
}

export async function deleteClaimLink(id: number): Promise<void> {
  await call(api.DELETE('/claim_links/{id}', { params: { path: { id } } }));
}

export type Verb = 'approve' | 'deny';
const AT_ONCE = 200;

/** Approves or denies claims in batches. Returns how many were changed, and how many people already have a credential. */
export async function decide(id: number, verb: Verb, claimIds: readonly number[]) {
  const done = { changed: 0, hasOne: 0 };
  for (let start = 0; start < claimIds.length; start += AT_ONCE) {
    const body = { claim_ids: claimIds.slice(start, start + AT_ONCE) };
    const params = { path: { id } };
    const answer = await call(
      verb === 'approve'
        ? api.POST('/claim_links/{id}/claims/approve', { params, body })
        : api.POST('/claim_links/{id}/claims/deny', { params, body }),
    );
    done.changed += answer.changed_count;
    done.hasOne += answer.has_one_count;
  }
  return done;
}

const PAGE = 1000;

/** Returns the IDs of all waiting claims. */
export async function waitingIds(id: number): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page++) {
    const query = { state: 'waiting' as const, page, page_size: PAGE };
    const { claims, meta } = await call(
      api.GET('/claim_links/{id}/claims', { params: { path: { id }, query } }),
    );
    ids.push(...claims.map((claim) => claim.id));
    if (meta.next_page === null) return ids;
  }
}
