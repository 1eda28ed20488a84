import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { QUIET, RECIPIENT } from '../../api/recipient';
import { signInByPasskey } from '../../api/recipientSignIn';
import { makePasskey, takePasskey } from '../../lib/passkeys';

/** The recipient's passkeys, oldest first. */
export const passkeysQuery = () =>
  queryOptions({
    queryKey: [...RECIPIENT, 'passkeys'],
    queryFn: async ({ signal }) => (await call(api.GET('/recipient/passkeys', { signal }), QUIET)).passkeys,
  });

export const renamePasskey = (id: number, name: string) =>
  call(api.PUT('/recipient/passkeys/{id}', { params: { path: { id } }, body: { name } }), QUIET);

export const removePasskey = (id: number) =>
  call(api.DELETE('/recipient/passkeys/{id}', { params: { path: { id } } }), QUIET);

/** Has the device make a passkey and registers it. Throws what the server or the browser (a DOMException) refuses. */
export async function addPasskey(name: string, current_password: string): Promise<void> {
  const { public_key } = await call(
    api.POST('/recipient/passkeys/options', { body: { current_password } }),
    QUIET,
  );
  const credential = await makePasskey(public_key);
  await call(api.POST('/recipient/passkeys', { body: { name, credential } }), QUIET);
}

/**
 * Signs in with a passkey that the browser asks for, or that it offers in the address field. Throws what the server or the browser
 * refuses.
 */
export async function enterWithPasskey(signal: AbortSignal, offer: boolean): Promise<void> {
  const { public_key } = await call(api.POST('/recipient/passkey_sign_in/options', { signal }), QUIET);
  await signInByPasskey(await takePasskey(public_key, { signal, offer }));
}
