import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { QUIET, RECIPIENT } from '../../api/recipient';
import { signInByPasskey } from '../../api/recipientSignIn';
import type { components } from '../../api/schema.v1.gen';

export type RecipientPasskey = components['schemas']['RecipientPasskey'];

/** Whether this browser can make and use passkeys on this site. Browsers make none for IP addresses. */
export const passkeysSupported = () =>
  window.isSecureContext &&
  typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function' &&
  !/^[\d.]+$|:/.test(window.location.hostname);

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
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    public_key as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = asJSON(await navigator.credentials.create({ publicKey }));
  await call(api.POST('/recipient/passkeys', { body: { name, credential } }), QUIET);
}

/**
 * Signs in with a passkey that the browser asks for, or that it offers in the address field. Throws what the server or the browser
 * refuses.
 */
export async function enterWithPasskey(signal: AbortSignal, offer: boolean): Promise<void> {
  const { public_key } = await call(api.POST('/recipient/passkey_sign_in/options', { signal }), QUIET);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    public_key as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const chosen = await navigator.credentials.get({
    publicKey,
    signal,
    ...(offer && { mediation: 'conditional' as const }),
  });
  await signInByPasskey(asJSON(chosen));
}

/** Whether the browser can offer passkeys in a field. */
export const offersPasskeys = async () =>
  passkeysSupported() && Boolean(await PublicKeyCredential.isConditionalMediationAvailable?.());

function asJSON(credential: Credential | null): Record<string, unknown> {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('no passkey', 'NotAllowedError');
  return { ...credential.toJSON() };
}
