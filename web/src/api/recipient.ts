import { queryOptions } from '@tanstack/react-query';
import { framed } from '../lib/framed';
import { api, call } from './client';
import { holdRecipientSecret, keepRecipientSecret, recipientSecret } from './credentials';
import { ApiError } from './errors';
import type { components } from './schema.v1.gen';

export type RecipientSession = components['schemas']['RecipientSession'];

/** Errors are shown where they occur, so no dialog announces them. */
export const QUIET = { quiet: [401, 403, 429] };

export const RECIPIENT = ['recipient'] as const;

/** The recipient who is signed in to this browser, or null. */
export const recipientQuery = () =>
  queryOptions({
    queryKey: [...RECIPIENT, 'session'],
    queryFn: async ({ signal }): Promise<RecipientSession | null> => {
      if (!recipientSecret()) return null;
      try {
        return (await call(api.GET('/recipient/session', { signal }), QUIET)).recipient;
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 401)) throw error;
        keepRecipientSecret(null);
        return null;
      }
    },
  });

/** Signs a recipient in with a link. Returns the credential of the link and its target. */
export async function signInByLink(token: string) {
  const entered = await call(api.POST('/recipient/session', { body: { token } }), QUIET);
  if (framed()) holdRecipientSecret(entered.secret);
  else keepRecipientSecret(entered.secret);
  return entered;
}

/** Emails a new link to replace an old one. */
export async function sendAnotherLink(token: string): Promise<void> {
  await call(api.POST('/recipient/links', { body: { token } }), QUIET);
}

/** Signs the recipient out on the server, and in this browser even when the server is unreachable. */
export async function signOutRecipient(): Promise<void> {
  await call(api.DELETE('/recipient/session'), QUIET).catch(() => undefined);
  keepRecipientSecret(null);
}
