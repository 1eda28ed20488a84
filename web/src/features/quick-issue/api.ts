import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApprovalAsked, api, call, callOrAsk } from '../../api/client';
import { groupSearchQuery } from '../../api/queries/groups';
import { CREDENTIALS } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';

export type Credential = components['schemas']['Credential'];
export type Group = components['schemas']['Group'];

const SUGGESTED = 8;

/** Groups to which credentials can be added, most recently changed first. */
export const groupsToIssueQuery = (query: string) =>
  queryOptions({
    ...groupSearchQuery({ query, state: 'active', sort: '-updated_at', page_size: SUGGESTED }),
    select: ({ groups }) => groups.filter(({ primary_design_id }) => primary_design_id !== null),
  });

export interface Person {
  name: string;
  email: string;
}

/** Earlier recipients without duplicates, the latest first. */
export const peopleQuery = (query: string) =>
  queryOptions({
    queryKey: [...CREDENTIALS, 'people', query],
    queryFn: async ({ signal }) => {
      const body = { query, sort: '-id', page_size: 3 * SUGGESTED };
      const { credentials } = await call(api.POST('/credentials/search', { body, signal }));
      const people = new Map<string, Person>();
      for (const { recipient } of credentials) {
        const key = recipient.email.toLowerCase();
        if (key && !people.has(key)) people.set(key, { name: recipient.name, email: recipient.email });
      }
      return [...people.values()].slice(0, SUGGESTED);
    },
    placeholderData: keepPreviousData,
  });

/** How long the email is held, so that a mistake can be undone. */
const HOLD_MINUTES = 1;

/** The credential and how to undo issuing it. `undo` is null if an existing credential was changed and not published. */
export interface Issued {
  credential: Credential;
  undo: (() => Promise<void>) | null;
}

/** Creates a credential and optionally publishes it. A retry with the same key issues nothing more. */
export async function issue(person: Person, groupId: number, publish: boolean, key: string): Promise<Issued> {
  const header = { 'Idempotency-Key': key };
  const body = { credential: { group_id: groupId, recipient: person } };
  const { credential } = await call(api.POST('/credentials', { params: { header }, body }));
  const id = credential.uuid;
  const wasThere = credential.created_at !== credential.updated_at;
  if (wasThere && (!publish || credential.state !== 'draft')) return { credential, undo: null };
  if (!publish) {
    return {
      credential,
      undo: async () => {
        await call(api.DELETE('/credentials/{id}', { params: { path: { id } } }));
      },
    };
  }
  const published = await callOrAsk(
    api.POST('/credentials/publish', {
      params: { header: { 'Idempotency-Key': `${key}-publish` } },
      body: { credential_ids: [credential.accredible_internal_id], hold_minutes: HOLD_MINUTES },
    }),
  ).catch((error: unknown) => {
    if (error instanceof ApprovalAsked) return null;
    throw error;
  });
  if (!published) return { credential, undo: null };
  const { publication } = published;
  return {
    credential,
    undo: async () => {
      await call(api.POST('/publications/{uuid}/undo', { params: { path: { uuid: publication.uuid } } }));
    },
  };
}
