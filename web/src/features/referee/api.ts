import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { TOKENS } from '../../api/queries/keys';
import type { Relationship } from '../../api/relationships';
import type { components } from '../../api/schema.v1.gen';

export type Invitation = components['schemas']['ReferenceInvitation'];
/** The page shows refusals itself, so they open no dialog. */
const QUIET = { quiet: [401, 403, 429] };

/** The reference request of an emailed link. Reading it does not redeem the link. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: [...TOKENS, 'referee', token],
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await call(api.POST('/public/references/open', { body: { token }, signal }), QUIET)).reference,
  });

export interface Answer {
  description: string;
  relationship: string;
  name: string;
  title: string;
  url: string;
}

export async function submitReference(token: string, answer: Answer): Promise<Invitation> {
  const { description, name, title, url } = answer;
  const reference = {
    description,
    relationship: answer.relationship as Relationship,
    referee: { name, title, url },
  };
  return (await call(api.POST('/public/references/submit', { body: { token, reference } }), QUIET)).reference;
}

export async function withdrawReference(token: string): Promise<Invitation> {
  return (await call(api.POST('/public/references/withdraw', { body: { token } }), QUIET)).reference;
}
