import { queryOptions } from '@tanstack/react-query';
import { framed } from '../lib/framed';
import { api, call } from './client';
import { holdRecipientSecret, keepRecipientSecret, recipientSecret } from './credentials';
import { ApiError } from './errors';
import type { components } from './schema.v1.gen';

export type RecipientSession = components['schemas']['RecipientSession'];

/** Refusals are shown where they happen, so no dialog announces them. */
export const QUIET = { quiet: [401, 403, 429] };

export const RECIPIENT = ['recipient'] as const;

/** Which recipient is signed in, in this browser; null where none is. */
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

/** Signs a recipient in by a link, and tells which credential it was for and where it leads. */
export async function signInByLink(token: string) {
  const entered = await call(api.POST('/recipient/session', { body: { token } }), QUIET);
  if (framed()) holdRecipientSecret(entered.secret);
  else keepRecipientSecret(entered.secret);
  return entered;
}

/** Has a new link mailed in the place of an old one. */
export async function sendAnotherLink(token: string): Promise<void> {
  await call(api.POST('/recipient/links', { body: { token } }), QUIET);
}

/** Signs the recipient out on the server, and here even when the server cannot be reached. */
export async function signOutRecipient(): Promise<void> {
  await call(api.DELETE('/recipient/session'), QUIET).catch(() => undefined);
  keepRecipientSecret(null);
}
