import { queryOptions } from '@tanstack/react-query';
import { captchaResponse } from '../../api/captcha';
import { api, call } from '../../api/client';
import { authorization, recipientSecret } from '../../api/credentials';
import { PUBLIC, PUBLIC_CREDENTIAL } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';
import { pageData } from '../../lib/pageData';
import { readQR } from './qr';

export type PublicCredential = components['schemas']['PublicCredential'];
export type PublicDocument = components['schemas']['PublicDocument'];
export type PublicGroup = components['schemas']['PublicGroup'];
export type SharedImport = components['schemas']['SharedImport'];
export type SharedCollection = components['schemas']['SharedCollection'];

export type Verified = components['schemas']['Verification'];

/** Input for verification. Each `turn` is a separate request. */
export type HandedIn = { turn: number } & ({ text: string } | { file: File });

/** The verification result. If an image contains no credential, its QR code is tried. */
export const verificationQuery = (handed: HandedIn | null) =>
  queryOptions({
    queryKey: [...PUBLIC, 'verification', handed && ('text' in handed ? handed.text : ''), handed?.turn],
    enabled: handed !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      if (!handed) throw new Error('nothing was handed in');
      const found = await verifyHanded(handed, signal);
      const shown =
        'file' in handed && found.verdict === 'not_a_credential' ? await readQR(handed.file) : null;
      return shown ? verifyHanded({ text: shown, turn: handed.turn }, signal) : found;
    },
  });

const quiet = { quiet: [401, 403, 429] };

/** Whether the submitted credential was issued to an email address; null if the credential could not be proven. */
export const compareEmail = async (handed: HandedIn, email: string): Promise<Verified['email_match']> =>
  (await verifyHanded(handed, undefined, email)).email_match;

function verifyHanded(handed: HandedIn, signal?: AbortSignal, email?: string): Promise<Verified> {
  if ('text' in handed)
    return call(api.POST('/verify', { body: { input: handed.text, email }, signal }), quiet);
  const form = new FormData();
  form.set('file', handed.file);
  if (email) form.set('email', email);
  const body = { file: handed.file.name };
  return call(api.POST('/verify', { body, bodySerializer: () => form, signal }), quiet);
}

/** The most credentials of a collection that are checked at once. */
export const MOST_VERIFIED = 50;

/** A collection that its owner shares by a link. */
export const sharedCollectionQuery = (token: string) =>
  queryOptions({
    queryKey: [...PUBLIC, 'collection', token],
    queryFn: async ({ signal }) => {
      const written = forVisitors()?.collection;
      if (written) return written;
      const answer = api.GET('/public/collections/{token}', { params: { path: { token } }, signal });
      return (await call(answer, { quiet: [401, 403] })).collection;
    },
  });

/** Verifies the signed presentation of a shared collection, as any verifier would. */
export async function verifyCollection({ url }: SharedCollection): Promise<Verified> {
  const params = { path: { token: url.slice(url.lastIndexOf('/') + 1) } };
  const presented = await call(api.GET('/public/collections/{token}/presentation', { params }), quiet);
  return verifyHanded({ text: JSON.stringify(presented), turn: 0 });
}

/** What the server wrote into the page, which is what visitors see. Whoever is signed in may see more. */
function forVisitors(): Written | undefined {
  const written = pageData<Written>();
  return authorization() || recipientSecret() ? undefined : written;
}

interface Written {
  credential?: PublicCredential;
  group?: PublicGroup;
  collection?: SharedCollection;
  /** The language of the server's texts in it. */
  language?: string;
}

/** A credential as anyone with the link may see it. The page shows refusals itself, so they open no dialog. */
export const publicCredentialQuery = (ref: string, key: string | null) =>
  queryOptions({
    queryKey: [...PUBLIC_CREDENTIAL, ref, key],
    queryFn: async ({ signal }) => {
      const written = forVisitors()?.credential;
      if (written) return written;
      const params = { path: { ref }, query: key ? { key } : {} };
      const answer = api.GET('/public/credentials/{ref}', { params, signal });
      return (await call(answer, { quiet: [401, 403] })).credential;
    },
  });

export const publicGroupQuery = (id: number) =>
  queryOptions({
    queryKey: [...PUBLIC, 'group', id],
    queryFn: async ({ signal }) => {
      const { group, language } = forVisitors() ?? {};
      if (group && language === document.documentElement.lang) return group;
      const answer = api.GET('/public/groups/{id}', { params: { path: { id } }, signal });
      return (await call(answer, { quiet: [401, 403] })).group;
    },
  });

/** Sends a message to the issuer of a credential, or to support. */
export async function sendMessage(message: {
  name: string;
  email: string;
  message: string;
  credential?: string;
  key?: string | undefined;
}): Promise<void> {
  const body = { ...message, captcha_response: await captchaResponse() };
  await call(api.POST('/public/contact', { body }), quiet);
}
