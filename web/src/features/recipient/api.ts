import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { ApiError } from '../../api/errors';
import { QUIET, RECIPIENT } from '../../api/recipient';
import type { components, operations } from '../../api/schema.v1.gen';

export type OwnNameChange = components['schemas']['OwnNameChange'];
export type NameChangeKind = components['schemas']['NameChangeKind'];
export type NameChangeReason = components['schemas']['NameChangeReason'];
export type WalletCredential = components['schemas']['PublicCredential'];
export type OwnedCredential = Pick<
  components['schemas']['PublicCredential'],
  'uuid' | 'recipient' | 'issuer'
>;

export const KINDS: readonly NameChangeKind[] = ['name', 'email', 'date', 'other'];

export const REASONS: readonly NameChangeReason[] = [
  'typo',
  'married',
  'legal',
  'transliteration',
  'payer',
  'other',
];

/** One's own requests about a credential, the latest first; null where the credential is somebody else's. */
export const ownNameChangesQuery = (ref: string) =>
  queryOptions({
    queryKey: [...RECIPIENT, 'name-changes', ref],
    queryFn: async ({ signal }): Promise<OwnNameChange[] | null> => {
      const params = { path: { ref } };
      const answer = api.GET('/recipient/credentials/{ref}/name_changes', { params, signal });
      try {
        return (await call(answer, QUIET)).name_changes;
      } catch (error) {
        if (error instanceof ApiError && (error.status === 404 || error.status === 401)) return null;
        throw error;
      }
    },
  });

type OwnQuery = NonNullable<operations['recipientCredentialList']['parameters']['query']>;

export const ownCredentialsQuery = (query: OwnQuery) =>
  queryOptions({
    queryKey: [...RECIPIENT, 'credentials', query],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      call(api.GET('/recipient/credentials', { params: { query }, signal }), QUIET),
  });

/** Who issued one's credentials, and the skills that they stand for. */
export const ownFiltersQuery = () =>
  queryOptions({
    queryKey: [...RECIPIENT, 'filters'],
    queryFn: async ({ signal }) => call(api.GET('/recipient/credential_filters', { signal }), QUIET),
  });

export interface Asked {
  kind: NameChangeKind;
  requested_name: string;
  reason?: NameChangeReason;
  note: string;
  all: boolean;
}

/** Asks for another name, or what else shall be changed; the proof goes after it. */
export async function askForName(ref: string, body: Asked, proof: File | null): Promise<OwnNameChange> {
  const params = { path: { ref } };
  const asked = await call(api.POST('/recipient/credentials/{ref}/name_changes', { params, body }), QUIET);
  if (proof && asked.name_change.state !== 'auto_approved')
    await attachProof(ref, asked.name_change.id, proof);
  return asked.name_change;
}

export async function attachProof(ref: string, id: number, proof: File): Promise<void> {
  const form = new FormData();
  form.set('file', proof);
  await call(
    api.POST('/recipient/credentials/{ref}/name_changes/{id}/document', {
      params: { path: { ref, id } },
      body: { file: proof.name },
      bodySerializer: () => form,
    }),
    QUIET,
  );
}

export async function withdrawNameChange(ref: string, id: number): Promise<void> {
  const params = { path: { ref, id } };
  await call(api.DELETE('/recipient/credentials/{ref}/name_changes/{id}', { params }), QUIET);
}

/** Says that one reads mail at the address that a request asks for. */
export async function confirmAddress(secret: string): Promise<void> {
  await call(api.POST('/public/name_changes/confirm', { body: { secret } }), QUIET);
}
