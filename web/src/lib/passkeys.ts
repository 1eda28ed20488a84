/** Whether this browser can make and use passkeys on this site. Browsers make none for IP addresses. */
export const passkeysSupported = () =>
  window.isSecureContext &&
  typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function' &&
  !/^[\d.]+$|:/.test(window.location.hostname);

/** Whether the browser can offer passkeys in a field. */
export const offersPasskeys = async () =>
  passkeysSupported() && Boolean(await PublicKeyCredential.isConditionalMediationAvailable?.());

/** Options of the WebAuthn API in their JSON form, as the server sends them. */
type Options = Record<string, unknown>;

/** What the server gets of a passkey that was made or used. */
export type PasskeyAnswer = Record<string, unknown>;

/** Has the device make a passkey. Throws what the browser refuses (a DOMException). */
export async function makePasskey(options: Options): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  return asJSON(await navigator.credentials.create({ publicKey }));
}

interface Request {
  signal?: AbortSignal;
  /** Offers passkeys in a field, instead of asking for one. */
  offer?: boolean;
}

/** Has the device use a passkey. Throws what the browser refuses (a DOMException). */
export async function takePasskey(options: Options, { signal, offer }: Request = {}): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const chosen = await navigator.credentials.get({
    publicKey,
    ...(signal && { signal }),
    ...(offer && { mediation: 'conditional' as const }),
  });
  return asJSON(chosen);
}

function asJSON(credential: Credential | null): PasskeyAnswer {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('no passkey', 'NotAllowedError');
  return { ...credential.toJSON() };
}
