import { type Bytes, fromBase64Url } from './bytes';
import { type Doc, decoded, idOf, isDoc, parseObject, textOf } from './json';

/** The parts of a compact JSON Web Signature, which are untrusted before its signature is verified. */
export interface Token {
  algorithm: string;
  keyId: string;
  payload: Doc;
  signed: Bytes;
  signature: Bytes;
}

const HEADERS = ['alg', 'kid', 'typ', 'cty'];

export const looksLikeToken = (text: string): boolean => /^eyJ[\w-]*\.[\w-]*\.[\w-]*$/.test(text);

/** Parses a token. Returns 'unsupported' if it requires an unknown feature, and 'malformed' if it cannot be parsed. */
export function parseToken(text: string): Token | 'unsupported' | 'malformed' {
  const [head = '', body = '', end = ''] = text.split('.');
  const [header, payload] = [head, body].map((part) => {
    const bytes = fromBase64Url(part);
    const json = bytes && decoded(bytes);
    return json ? parseObject(json) : null;
  });
  const signature = fromBase64Url(end);
  if (!header || !payload || !signature) return 'malformed';
  if (Object.keys(header).some((name) => !HEADERS.includes(name)) || payload.vc !== undefined)
    return 'unsupported';
  return {
    algorithm: textOf(header.alg),
    keyId: textOf(header.kid),
    payload,
    signed: new TextEncoder().encode(`${head}.${body}`),
    signature,
  };
}

/** The claim of a token that contradicts the credential in it, or null. */
export function differingClaim(payload: Doc): string | null {
  const subject = isDoc(payload.credentialSubject) ? payload.credentialSubject : {};
  const texts = { iss: idOf(payload.issuer), jti: textOf(payload.id), sub: textOf(subject.id) };
  for (const [claim, want] of Object.entries(texts)) {
    if (payload[claim] !== undefined && payload[claim] !== want) return claim;
  }
  const times = { nbf: payload.validFrom, exp: payload.validUntil };
  for (const [claim, want] of Object.entries(times)) {
    if (payload[claim] !== undefined && payload[claim] !== Math.floor(Date.parse(textOf(want)) / 1000))
      return claim;
  }
  return null;
}

const KINDS = {
  RS256: { kty: 'RSA', crv: undefined, algorithm: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } },
  ES256: { kty: 'EC', crv: 'P-256', algorithm: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } },
  EdDSA: { kty: 'OKP', crv: 'Ed25519', algorithm: { name: 'Ed25519' } },
} as const;

/** Whether a key made the signature of a token, or null if algorithm and key do not match or are unsupported. */
export async function fits(token: Token, key: JsonWebKey): Promise<boolean | null> {
  const kind = KINDS[token.algorithm as keyof typeof KINDS];
  if (!kind || key.kty !== kind.kty || key.crv !== kind.crv || key.d !== undefined) return null;
  const { kty, crv, n, e, x, y } = key;
  const bare = Object.fromEntries(
    Object.entries({ kty, crv, n, e, x, y }).filter(([, value]) => value !== undefined),
  );
  try {
    const imported = await crypto.subtle.importKey('jwk', bare, kind.algorithm, false, ['verify']);
    return await crypto.subtle.verify(kind.algorithm, imported, token.signature, token.signed);
  } catch {
    return null;
  }
}
