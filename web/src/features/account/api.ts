import { queryOptions } from '@tanstack/react-query';
import { api, call, rotates } from '../../api/client';
import { FACTORS, SESSIONS } from '../../api/queries/keys';
import type { components, operations } from '../../api/schema.v1.gen';
import { enter } from '../../api/session';
import { makePasskey, takePasskey } from '../../lib/passkeys';

export type SignedIn = components['schemas']['SignedIn'];
type AccountChange =
  operations['accountUpdate']['requestBody']['content']['application/json']['login_issuer_params'];

/** The user's sessions. */
export const sessionsQuery = queryOptions({
  queryKey: SESSIONS,
  queryFn: async () => (await call(api.GET('/issuer_login/sessions'))).sessions,
});

/** Changes the name, language or password, and replaces the session with the one in the response. */
export async function updateAccount(change: AccountChange): Promise<void> {
  const answer = call(api.POST('/issuer_login/update', { body: { login_issuer_params: change } }), {
    quiet: [401],
  });
  enter(await (change.password ? rotates(answer) : answer));
}

export const revokeOtherSessions = () => call(api.DELETE('/issuer_login/sessions'));

export const revokeSession = (id: number) =>
  call(api.DELETE('/issuer_login/sessions/{id}', { params: { path: { id } } }));

export type Enrolment = { secret: string; uri: string };

export type Factors = components['schemas']['SecondFactors'];

/** The user's second factors. */
export const factorsQuery = queryOptions({
  queryKey: FACTORS,
  queryFn: async () => (await call(api.GET('/mfa'), { quiet: [403] })).mfa,
});

/** Has the device make a passkey and adds it. Returns the recovery codes, if it is the first second factor. */
export async function addPasskey(name: string): Promise<string[]> {
  const { public_key } = await call(api.POST('/mfa/passkeys/options'));
  const credential = await makePasskey(public_key);
  return (await call(api.POST('/mfa/passkeys', { body: { name, credential } }))).recovery_codes;
}

export const renamePasskey = (id: number, name: string) =>
  call(api.PUT('/mfa/passkeys/{id}', { params: { path: { id } }, body: { name } }));

export const removePasskey = (id: number) =>
  call(api.DELETE('/mfa/passkeys/{id}', { params: { path: { id } } }));

export const beginTotp = async (): Promise<Enrolment> => (await call(api.POST('/mfa/totp'))).totp;

/** Adds the authenticator app. Returns the recovery codes, if it is the first second factor. */
export const confirmTotp = async (code: string) =>
  (await call(api.POST('/mfa/totp/confirm', { body: { code } }))).recovery_codes;

export const removeTotp = () => call(api.POST('/mfa/totp/delete'));

export const renewRecoveryCodes = async () => (await call(api.POST('/mfa/recovery_codes'))).recovery_codes;

/** Options for proving who one is: the dialog shows these errors. */
const QUIET = { quiet: [401, 403, 429] };

/** How the user can prove again who they are. */
export const proofMethodsQuery = queryOptions({
  queryKey: [...FACTORS, 'proof'],
  queryFn: async () => (await call(api.GET('/proof'), QUIET)).proof.methods,
  staleTime: 0,
});

type Proof = operations['proofCreate']['requestBody']['content']['application/json'];

/** Proves who the user is, and replaces the token of the session with the one in the response. */
export const prove = (proof: Proof) => rotates(call(api.POST('/proof', { body: proof }), QUIET));

/** Proves who the user is with a passkey. Throws what the server or the browser (a DOMException) refuses. */
export async function proveWithPasskey(signal: AbortSignal): Promise<void> {
  const { public_key } = await call(api.POST('/proof/options', { signal }), QUIET);
  await prove({ credential: await takePasskey(public_key, { signal }) });
}
