import { queryOptions } from '@tanstack/react-query';
import { captchaResponse } from '../../api/captcha';
import { api, call } from '../../api/client';
import { TOKENS } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';
import { endSession, enter, enterWith, type Session } from '../../api/session';
import { logSignUp } from '../../api/tracking';
import { takePasskey } from '../../lib/passkeys';

/** Options for calls before sign-in. The page shows these errors, not a dialog. */
const QUIET = { quiet: [401, 403, 429] };

export const signIn = (email: string, password: string) =>
  enterWith(api.POST('/issuer_login/sign_in', { body: { email, password } }));

/** Uses up the link that was mailed to a sender address. */
export const confirmSender = (token: string) =>
  call(api.POST('/sender_addresses/confirm', { body: { token } }), QUIET);

/** Completes a sign-in with a code of the authenticator app or a recovery code. */
export const completeSignIn = (token: string, code: string) =>
  enterWith(api.POST('/issuer_login/second_factor', { body: { token, code } }));

/** Completes a sign-in with a passkey of its account. Throws what the server or the browser (a DOMException) refuses. */
export async function completeWithPasskey(token: string, signal: AbortSignal): Promise<void> {
  const { public_key } = await call(
    api.POST('/issuer_login/passkey/options', { body: { token }, signal }),
    QUIET,
  );
  const credential = await takePasskey(public_key, { signal });
  await enterWith(api.POST('/issuer_login/second_factor', { body: { token, credential } }));
}

/**
 * Signs in with a passkey that the browser asks for, or that it offers in the address field. Throws what the server or the browser
 * (a DOMException) refuses.
 */
export async function signInWithPasskey(signal: AbortSignal, offer: boolean): Promise<void> {
  const { public_key } = await call(api.POST('/issuer_login/passkey/options', { body: {}, signal }), QUIET);
  const credential = await takePasskey(public_key, { signal, offer });
  await enterWith(api.POST('/issuer_login/passkey', { body: { credential } }));
}

/** Emails a link that creates the account. The response is the same if the email already has one. */
export async function createAccount(issuer: {
  name: string;
  email: string;
  password: string;
  department_name?: string;
  language: string;
}) {
  const recaptcha_response = await captchaResponse();
  await call(api.POST('/issuer_login/create', { body: { issuer, recaptcha_response } }), QUIET);
  logSignUp();
}

export async function forgetPassword(email: string) {
  const recaptcha_response = await captchaResponse();
  await call(api.POST('/issuer_login/forget_password', { body: { email, recaptcha_response } }), QUIET);
}

export const resetPassword = (reset_token: string, password: string) =>
  call(api.POST('/issuer_login/reset_password', { body: { reset_token, password } }), QUIET);

export const verifyEmail = (token: string) =>
  call(api.POST('/issuer_login/verify_email', { body: { token } }), QUIET);

export const claimAccount = (token: string, departmentId: number | undefined, password: string) =>
  enterWith(
    api.POST('/issuer_login/claim_account', { body: { token, department_id: departmentId, password } }),
  );

/** Signs in with an SSO key. The key determines the user and the department, so an earlier session is ended first. */
export function singleSignOn(key: string) {
  endSession();
  return enterWith(api.POST('/universal/sso', { body: { key, object: 'issuer' } }));
}

/** The providers that sign people with an email address in. They depend on its domain alone. */
export const offersQuery = (email: string) =>
  queryOptions({
    queryKey: [...TOKENS, 'offers', email.slice(email.lastIndexOf('@') + 1)],
    queryFn: async () => (await call(api.POST('/sso/offers', { body: { email } }), QUIET)).offers,
    enabled: /@[^@\s]+\.[^@\s.]{2,}$/.test(email),
    staleTime: 60_000,
    retry: false,
  });

let companySignIn: Promise<Session> | undefined;

/**
 * Ends the sign-in of a browser that came back from a provider. That works once: the new session clears all queries, so the page asks a
 * second time and gets the same answer.
 */
export function completeCompanySignIn(): Promise<Session> {
  if (!companySignIn) {
    endSession();
    companySignIn = enterWith(api.POST('/sso/complete', {})).catch((error: unknown) => {
      companySignIn = undefined;
      throw error;
    });
  }
  return companySignIn;
}

export type TeamInvitation = components['schemas']['Invitation'];

/** The invitation of a token. The token is sent in the body, never in the URL of the request. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: [...TOKENS, 'invitation', token],
    queryFn: async () =>
      (await call(api.POST('/issuer_login/invitation', { body: { token } }), QUIET)).invitation,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Accepts an invitation and switches to its department. */
export async function acceptInvitation(token: string): Promise<void> {
  enter(await call(api.POST('/issuer_login/invitation/accept', { body: { token } }), QUIET));
}

export const declineInvitation = (token: string) =>
  call(api.POST('/issuer_login/invitation/decline', { body: { token } }), QUIET);
