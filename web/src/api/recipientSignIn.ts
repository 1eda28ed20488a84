import { readStored, writeStored } from '../lib/storage';
import { captchaResponse } from './captcha';
import { api, call } from './client';
import { keepRecipientSecret } from './credentials';
import { QUIET } from './recipient';

/** What an email is asked for. */
export type Purpose = 'signIn' | 'password' | 'retrieve';

const PATHS = {
  signIn: '/recipient/codes',
  password: '/recipient/forget_password',
  retrieve: '/recipient/retrieve',
} as const satisfies Record<Purpose, string>;

/** Two of the three prove that an email was received. */
export interface Proof {
  request?: string;
  token?: string;
  code?: string;
  /** The credential whose delivery email has the token and the code. */
  credential?: string;
}

/** Name in local storage, so that the link of the email opens in another tab of the browser that asked. */
const REQUEST = 'recipient-request';

/** The secret of this browser's latest request, if it is still good. */
export function pendingRequest(now = Date.now()): string | undefined {
  const [secret, until] = (readStored(REQUEST) ?? '').split(' ');
  return secret && Number(until) > now ? secret : undefined;
}

/** Asks for an email with a link and a code. Returns the secret that the code needs. */
export async function requestProof(purpose: Purpose, email: string, language: string): Promise<string> {
  const captcha_response = await captchaResponse();
  const body = { email, language, captcha_response };
  const { request, expires_at } = await call(api.POST(PATHS[purpose], { body }), QUIET);
  writeStored(REQUEST, `${request} ${Date.parse(expires_at)}`);
  return request;
}

async function entered(answer: Promise<{ secret: string }>): Promise<void> {
  keepRecipientSecret((await answer).secret);
  writeStored(REQUEST, null);
}

export const signInByPassword = (email: string, password: string) =>
  entered(call(api.POST('/recipient/sign_in', { body: { email, password } }), QUIET));

export const signInByProof = (proof: Proof) =>
  entered(call(api.POST('/recipient/sign_in', { body: { ...proof } }), QUIET));

/** Signs in with the signature of a passkey. */
export const signInByPasskey = (credential: Record<string, unknown>) =>
  entered(call(api.POST('/recipient/passkey_sign_in', { body: { credential } }), QUIET));

/** Sets a new password and signs in. */
export const resetRecipientPassword = (proof: Proof, password: string) =>
  entered(call(api.POST('/recipient/reset_password', { body: { ...proof, password } }), QUIET));
