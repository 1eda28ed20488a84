/** Byte arrays that WebCrypto accepts. */
export type Bytes = Uint8Array<ArrayBuffer>;

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const LONGEST = 128;

/** Decodes base58btc with the prefix "z", or returns null. */
export function fromMultibase(text: unknown): Bytes | null {
  if (typeof text !== 'string' || !text.startsWith('z') || text.length > LONGEST) return null;
  let number = 0n;
  for (const letter of text.slice(1)) {
    const digit = BASE58.indexOf(letter);
    if (digit < 0) return null;
    number = number * 58n + BigInt(digit);
  }
  const bytes: number[] = [];
  for (; number > 0n; number >>= 8n) bytes.unshift(Number(number & 255n));
  for (const letter of text.slice(1)) {
    if (letter !== BASE58[0]) break;
    bytes.unshift(0);
  }
  return new Uint8Array(bytes);
}

/** Decodes base64url, or returns null. */
export function fromBase64Url(text: string): Bytes | null {
  if (!/^[\w-]*$/.test(text)) return null;
  try {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

export const toBase64Url = (bytes: Bytes): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Decompresses at most max bytes. Returns null if there are more, or on an error. */
export async function unpack(packed: Bytes, format: 'gzip' | 'deflate', most: number): Promise<Bytes | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream(format));
    for (const reader = stream.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > most) {
        await reader.cancel();
        return null;
      }
      parts.push(value);
    }
  } catch {
    return null;
  }
  const out = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
