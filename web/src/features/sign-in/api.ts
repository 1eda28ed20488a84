import { queryOptions } from '@tanstack/react-query';
import { captchaResponse } from '../../api/captcha';
import { api, call } from '../../api/client';
import type { components } from '../../api/schema.v1.gen';
import { endSession, enter, enterWith } from '../../api/session';
import { logSignUp } from '../../api/tracking';

/** The calls of the pages before sign-in. Their refusals are shown by the page, not by a dialog. */
const QUIET = { quiet: [401, 403, 429] };

export const signIn = (email: string, password: string) =>
  enterWith(api.POST('/issuer_login/sign_in', { body: { email, password } }));

/** Mails the link that makes the account; the answer is the same where the address has one already. */
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

/** The key says who and where; what this browser remembers of an earlier session would contradict it. */
export function singleSignOn(key: string) {
  endSession();
  return enterWith(api.POST('/universal/sso', { body: { key, object: 'issuer' } }));
}

export type TeamInvitation = components['schemas']['Invitation'];

/** What the link of an invitation invites to. The token is in the body, never in the address of the call. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: async () =>
      (await call(api.POST('/issuer_login/invitation', { body: { token } }), QUIET)).invitation,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Joins the department that invited, and works there. */
export async function acceptInvitation(token: string): Promise<void> {
  enter(await call(api.POST('/issuer_login/invitation/accept', { body: { token } }), QUIET));
}

export const declineInvitation = (token: string) =>
  call(api.POST('/issuer_login/invitation/decline', { body: { token } }), QUIET);
