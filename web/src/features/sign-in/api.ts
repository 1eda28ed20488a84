import { captchaResponse } from '../../api/captcha';
import { api, call } from '../../api/client';
import { endSession, enterWith } from '../../api/session';
import { logSignUp } from '../../api/tracking';

/** The calls of the pages before sign-in. Their refusals are shown by the page, not by a dialog. */
const QUIET = { quiet: [401, 403, 429] };

export const signIn = (email: string, password: string) =>
  enterWith(api.POST('/issuer_login/sign_in', { body: { email, password } }));

export async function createAccount(issuer: {
  name: string;
  email: string;
  password: string;
  department_name?: string;
  language: string;
}) {
  const recaptcha_response = await captchaResponse();
  const session = await enterWith(api.POST('/issuer_login/create', { body: { issuer, recaptcha_response } }));
  logSignUp();
  return session;
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
