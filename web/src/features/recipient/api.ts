import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { keepRecipientSecret } from '../../api/credentials';
import { ApiError } from '../../api/errors';
import { QUIET, RECIPIENT } from '../../api/recipient';
import type { components, operations } from '../../api/schema.v1.gen';
import { saveBlob } from '../../lib/saveBlob';

export type OwnNameChange = components['schemas']['OwnNameChange'];
export type NameChangeKind = components['schemas']['NameChangeKind'];
export type NameChangeReason = components['schemas']['NameChangeReason'];
export type OwnedCredential = Pick<
  components['schemas']['PublicCredential'],
  'uuid' | 'recipient' | 'issuer' | 'private' | 'state' | 'test' | 'superseded_by'
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

/** The recipient's own requests for a credential, latest first; null if the credential belongs to someone else. */
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

/** Downloads a signed learner record (CLR) of one credential. */
export async function downloadLearnerRecord(ref: string, name: string): Promise<void> {
  const answer = api.GET('/recipient/credentials/{ref}/learner_record', {
    params: { path: { ref } },
    parseAs: 'blob',
  });
  saveBlob(await call(answer as Promise<{ data?: Blob; response: Response }>, QUIET), `${name}.json`);
}

/** Makes a credential private or public. Returns the link that opens it now. */
export const setPrivate = async (ref: string, isPrivate: boolean): Promise<string> =>
  (
    await call(
      api.PUT('/recipient/credentials/{ref}/privacy', {
        params: { path: { ref } },
        body: { private: isPrivate },
      }),
      QUIET,
    )
  ).url;

export interface Asked {
  kind: NameChangeKind;
  requested_name: string;
  reason?: NameChangeReason;
  note: string;
  all: boolean;
}

/** Requests a change of the name or of something else, then uploads the proof. */
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

/** Whether a link confirms a change that an issuer made, rather than one that the recipient requested. */
export const isIssuersChange = (secret: string) => secret.startsWith('laurel_move_');

/** Confirms the recipient's access to the email address in a request. */
export async function confirmAddress(secret: string): Promise<void> {
  const body = { secret };
  await (isIssuersChange(secret)
    ? call(api.POST('/public/address_changes/confirm', { body }), { quiet: [...QUIET.quiet, 409] })
    : call(api.POST('/public/name_changes/confirm', { body }), QUIET));
}

export type RecipientAccount = components['schemas']['RecipientAccount'];
type AccountChange = operations['recipientAccountUpdate']['requestBody']['content']['application/json'];

/** The recipient's own account. */
export const ownAccountQuery = () =>
  queryOptions({
    queryKey: [...RECIPIENT, 'account'],
    queryFn: async ({ signal }) => (await call(api.GET('/recipient/account', { signal }), QUIET)).account,
    retry: false,
  });

/** Updates the recipient's account. A new password gives the session another secret. */
export async function updateOwnAccount(change: AccountChange): Promise<void> {
  const { secret } = await call(api.PUT('/recipient/account', { body: change }), QUIET);
  if (secret) keepRecipientSecret(secret);
}

/** Deletes the recipient's account. Refused with status 403 unless they signed in shortly before. */
export const deleteOwnAccount = () => call(api.DELETE('/recipient/account'), QUIET);

/** Where the recipient is signed in. */
export const ownSessionsQuery = () =>
  queryOptions({
    queryKey: [...RECIPIENT, 'sessions'],
    queryFn: async ({ signal }) => (await call(api.GET('/recipient/sessions', { signal }), QUIET)).sessions,
  });

export const endOwnSession = (id: number) =>
  call(api.DELETE('/recipient/sessions/{id}', { params: { path: { id } } }), QUIET);

export const endOtherOwnSessions = () => call(api.DELETE('/recipient/sessions'), QUIET);

export type RecipientEmail = components['schemas']['RecipientEmail'];

/** The recipient's addresses, the primary one first. */
export const ownEmailsQuery = () =>
  queryOptions({
    queryKey: [...RECIPIENT, 'emails'],
    queryFn: async ({ signal }) => (await call(api.GET('/recipient/emails', { signal }), QUIET)).emails,
  });

/** Emails a code to a further address. Returns the secret that the code needs. */
export const requestAddress = async (email: string, language: string) =>
  (await call(api.POST('/recipient/emails', { body: { email, language } }), QUIET)).request;

/** Adds the address of a code, with the account that it may have. */
export const addAddress = (request: string, code: string) =>
  call(api.POST('/recipient/merge', { body: { request, code } }), QUIET);

export const makePrimary = (id: number) =>
  call(api.PUT('/recipient/emails/{id}', { params: { path: { id } } }), QUIET);

export const removeAddress = (id: number) =>
  call(api.DELETE('/recipient/emails/{id}', { params: { path: { id } } }), QUIET);

export type Notifications = components['schemas']['RecipientNotifications'];
/** A topic of emails to recipients. */
export type Topic = Exclude<components['schemas']['PublicEmailChoice']['topic'], 'reports'>;

/** Which emails the recipient receives. */
export const notificationsQuery = () =>
  queryOptions({
    queryKey: [...RECIPIENT, 'notifications'],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/recipient/notifications', { signal }), QUIET)).notifications,
  });

/** Starts or stops emails on a topic. */
export const setNotification = async (topic: Topic, wanted: boolean): Promise<Notifications> =>
  (await call(api.PUT('/recipient/notifications', { body: { [topic]: wanted } }), QUIET)).notifications;

/** Lets an issuer email the recipient again. */
export const resumeIssuer = async (id: number): Promise<Notifications> => {
  const params = { path: { id } };
  return (await call(api.DELETE('/recipient/notifications/stopped_issuers/{id}', { params }), QUIET))
    .notifications;
};

/** The links with which issuers sign the recipient in. */
export const signInLinksQuery = () =>
  queryOptions({
    queryKey: [...RECIPIENT, 'sign-in-links'],
    queryFn: async ({ signal }) => (await call(api.GET('/recipient/sign_in_links', { signal }), QUIET)).links,
  });

/** Ends a link of an issuer with the sessions that it started. */
export const endSignInLink = (id: number) =>
  call(api.DELETE('/recipient/sign_in_links/{id}', { params: { path: { id } } }), QUIET);

/** What the link of an email stops. */
export const emailChoiceQuery = (token: string) =>
  queryOptions({
    queryKey: [...RECIPIENT, 'email-choice', token],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/public/email_choices/{token}', { params: { path: { token } }, signal }), QUIET))
        .choice,
    retry: false,
  });

/** Stops emails with the link of one of them, or starts them again. */
export const setEmailChoice = async (token: string, wanted: boolean) =>
  (
    await call(
      api.PUT('/public/email_choices/{token}', { params: { path: { token } }, body: { wanted } }),
      QUIET,
    )
  ).choice;
