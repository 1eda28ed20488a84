import { queryOptions } from '@tanstack/react-query';
import { captchaResponse } from '../../api/captcha';
import { api, call } from '../../api/client';
import { keepRecipientSecret } from '../../api/credentials';
import { PUBLIC } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';
import { readStored, writeStored } from '../../lib/storage';

export type PublicClaimLink = components['schemas']['PublicClaimLink'];

const quiet = { quiet: [401, 403, 429] };

export const publicClaimLinkQuery = (token: string) =>
  queryOptions({
    queryKey: [...PUBLIC, 'claim-link', token],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/public/claim_links/{token}', { params: { path: { token } }, signal }), quiet))
        .claim_link,
  });

/** Where the browser keeps what lets it sign in with the confirmation of a claim. */
const askedKey = (token: string) => `laurel.claim.${token}`;

/** Requests a credential. An email with the next step follows. */
export async function askForClaim(
  token: string,
  person: { name: string; email: string; language: string },
): Promise<void> {
  const body = { ...person, captcha_response: await captchaResponse() };
  const path = { token };
  const { request } = await call(
    api.POST('/public/claim_links/{token}/claims', { params: { path }, body }),
    quiet,
  );
  writeStored(askedKey(token), request);
}

/** Confirms the address of a claim. The browser that requested it is signed in; returns whether it is. */
export async function confirmClaim(token: string, secret: string) {
  const request = readStored(askedKey(token)) ?? '';
  const done = await call(api.POST('/public/claims/confirm', { body: { secret, request } }), quiet);
  if (done.session) {
    keepRecipientSecret(done.session);
    writeStored(askedKey(token), null);
  }
  return { ...done, signedIn: Boolean(done.session) };
}
