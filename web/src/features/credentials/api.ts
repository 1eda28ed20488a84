import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, call, callOrAsk } from '../../api/client';
import { CREDENTIALS, GROUPS, invalidate } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';
import { testsShown } from '../../api/testMode';

export type Credential = components['schemas']['Credential'];
export type CredentialInput = components['schemas']['CredentialInput'];
export type CredentialQuery = components['schemas']['CredentialQuery'];
export type Selection = components['schemas']['Selection'];
export type Group = components['schemas']['Group'];
export type AttributeKey = components['schemas']['AttributeKey'];
export type Design = components['schemas']['Design'];
export type Mail = components['schemas']['Mail'];
export type CredentialEvent = components['schemas']['CredentialEvent'];
type RevocationReason = components['schemas']['RevocationReason'];

/** Invalidates what depends on credentials: their lists, and the counts of groups. */
export async function refreshCredentials(queries: QueryClient): Promise<void> {
  await invalidate(queries, CREDENTIALS, GROUPS);
}

export const credentialsQuery = (body: CredentialQuery) =>
  queryOptions({
    queryKey: [...CREDENTIALS, 'list', testsShown(), body],
    queryFn: ({ signal }) => call(api.POST('/credentials/search', { body, signal })),
    placeholderData: keepPreviousData,
  });

/** The number of matches of a search, for lists whose count is capped. */
export const countQuery = (body: CredentialQuery) =>
  queryOptions({
    queryKey: [...CREDENTIALS, 'count', testsShown(), body],
    queryFn: async ({ signal }) => (await call(api.POST('/credentials/count', { body, signal }))).total_count,
  });

/** One credential by its UUID. */
export const credentialQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...CREDENTIALS, 'one', uuid],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/credentials/{id}', { params: { path: { id: uuid } }, signal }))).credential,
  });

/** The emails about a credential. Polls while one is being sent. */
export const mailsQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...CREDENTIALS, 'mails', uuid],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/credentials/{id}/mails', { params: { path: { id: uuid } }, signal }))).mails,
    refetchInterval: ({ state }) => (state.data?.some(onItsWay) ? 3000 : false),
  });

/** The events of a credential, newest first. */
export const historyQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...CREDENTIALS, 'history', uuid],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/credentials/{id}/history', { params: { path: { id: uuid } }, signal }))).events,
  });

const onItsWay = (mail: Mail) => mail.state === 'queued' || mail.state === 'sending';

/** Emails an example of a group's credentials to the user. */
export async function sendExample(id: number): Promise<void> {
  await call(api.POST('/issuer/groups/{id}/send_example', { params: { path: { id }, header: once() } }));
}

export async function createCredential(
  credential: CredentialInput,
  idempotencyKey: string,
): Promise<Credential> {
  const header = { 'Idempotency-Key': idempotencyKey };
  return (await call(api.POST('/credentials', { params: { header }, body: { credential } }))).credential;
}

/** To which other credentials a correction applies: those of the same recipient, those of the same group. */
export type Also = ('recipient' | 'group')[];

export async function updateCredential(
  uuid: string,
  credential: CredentialInput,
  also: Also = [],
): Promise<Credential> {
  const path = { id: uuid };
  return (await call(api.PUT('/credentials/{id}', { params: { path }, body: { credential, also } })))
    .credential;
}

export async function deleteCredential(uuid: string, send_email: boolean): Promise<void> {
  await call(api.DELETE('/credentials/{id}', { params: { path: { id: uuid }, query: { send_email } } }));
}

export async function restoreCredential(uuid: string): Promise<void> {
  await call(api.POST('/credentials/{id}/restore', { params: { path: { id: uuid } } }));
}

export async function deleteCredentials(selection: Selection): Promise<number> {
  return (await call(api.POST('/credentials/delete_many', { body: selection }))).deleted_count;
}

interface Standing extends Selection {
  reason?: string;
  note?: string;
}

/** Suspends, reinstates or revokes credentials. A retry with the same key changes nothing more. */
export async function changeStanding(
  verb: 'suspend' | 'reinstate' | 'revoke',
  { reason = '', note, ...selection }: Standing,
  idempotencyKey: string,
) {
  const params = { header: { 'Idempotency-Key': idempotencyKey } };
  if (verb === 'reinstate') return call(api.POST('/credentials/reinstate_many', { params, body: selection }));
  if (verb === 'suspend')
    return call(api.POST('/credentials/suspend_many', { params, body: { ...selection, reason } }));
  const body = { ...selection, reason: reason as RevocationReason, note };
  return callOrAsk(api.POST('/credentials/revoke_many', { params, body }));
}

/** Creates a link that signs the recipient in once. */
export async function makeRecipientLink(uuid: string): Promise<string> {
  const path = { id: uuid };
  return (await call(api.POST('/credentials/{id}/recipient_link', { params: { path } }))).link;
}

/**
 * Emails a published credential again. Each call uses its own idempotency key, so retries of its request send no more emails.
 */
export async function resendCredential(uuid: string): Promise<void> {
  const header = { 'Idempotency-Key': crypto.randomUUID() };
  await call(api.POST('/credentials/{id}/resend', { params: { path: { id: uuid }, header } }));
}

/** Retries an email that failed or may not have been delivered. */
export async function retryMail(uuid: string, mail: number): Promise<void> {
  const params = { path: { id: uuid, mail_id: mail }, header: once() };
  await call(api.POST('/credentials/{id}/mails/{mail_id}/retry', { params }));
}

/** Returns the query for a credential's files. Files of a private credential need its key, even for the issuer. */
const fileOf = ({ uuid, private: hidden, private_key: key }: Credential) => ({
  credential_id: uuid,
  ...(hidden && key ? { key } : {}),
});

/** The certificate as a PDF, for printers optionally with crop marks. */
export function certificateFile(credential: Credential, form: 'pdf' | 'print' | 'marked'): Promise<Blob> {
  const query = {
    ...fileOf(credential),
    mode: form === 'pdf' ? form : ('print' as const),
    marks: form === 'marked',
  };
  return call(api.GET('/credentials/generate_certificate_pdf', { params: { query }, parseAs: 'blob' }));
}

export const badgeFile = (credential: Credential): Promise<Blob> =>
  call(
    api.GET('/credentials/generate_baked_badge', { params: { query: fileOf(credential) }, parseAs: 'blob' }),
  );

/** Downloads credentials of one recipient as one signed document. */
export const learnerRecord = (credential_ids: number[]): Promise<Blob> =>
  call(
    api.POST('/credentials/learner_record', { body: { credential_ids }, parseAs: 'blob' }),
  ) as Promise<unknown> as Promise<Blob>;

const once = () => ({ 'Idempotency-Key': crypto.randomUUID() });

/** The number of other credentials to which a correction may also apply. */
export const sharedQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...CREDENTIALS, 'shared', uuid],
    queryFn: ({ signal }) =>
      call(api.GET('/credentials/{id}/shared', { params: { path: { id: uuid } }, signal })),
  });

/** Cancels the scheduled publication of a credential, which becomes a draft again. */
export async function unscheduleCredential(id: number): Promise<void> {
  await call(
    api.POST('/credentials/unschedule', { params: { header: once() }, body: { credential_ids: [id] } }),
  );
}

export async function renewCredential(
  uuid: string,
  body: { group_id: number; revoke: boolean },
): Promise<Credential> {
  const params = { path: { id: uuid }, header: once() };
  return (await call(api.POST('/credentials/{id}/renew', { params, body }))).credential;
}

export async function moveCredential(
  uuid: string,
  body: { group_id: number; texts: 'keep' | 'follow' },
): Promise<Credential> {
  const params = { path: { id: uuid }, header: once() };
  return (await call(api.POST('/credentials/{id}/move', { params, body }))).credential;
}

export async function rotateKey(uuid: string): Promise<Credential> {
  const params = { path: { id: uuid }, header: once() };
  return (await call(api.POST('/credentials/{id}/rotate_key', { params }))).credential;
}

/** The two machine-readable forms of an issued credential, readable by anyone with its link. */
export type RawForm = 'ob3' | 'ob2';

export const rawAddress = ({ uuid, private: hidden, private_key: key }: Credential, form: RawForm) =>
  (form === 'ob3' ? `/v1/openbadges/credentials/${uuid}` : `/v1/obi/badge_assertions/${uuid}`) +
  (hidden && key ? `?key=${encodeURIComponent(key)}` : '');

export const rawQuery = (credential: Credential, form: RawForm) =>
  queryOptions({
    queryKey: [...CREDENTIALS, 'raw', credential.uuid, credential.updated_at, form],
    queryFn: async ({ signal }) => {
      const answer = await fetch(rawAddress(credential, form), { signal });
      if (!answer.ok && answer.status !== 410) throw new Error(String(answer.status));
      return JSON.stringify(await answer.json(), null, 2);
    },
  });
