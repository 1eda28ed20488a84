/** Public reference to a credential: an ID of any kind, and the access key of a private credential. */
export interface Reference {
  ref: string;
  key: string | null;
}

const REF = /^[A-Za-z0-9._~-]{1,255}$/;

/** Parses a pasted URL, on any host, or ID. Returns null if it cannot be a reference to a credential. */
export function parseReference(text: string): Reference | null {
  const pasted = text.trim();
  if (REF.test(pasted)) return isReference(pasted) ? { ref: pasted, key: null } : null;
  const url = URL.parse(withHost(pasted));
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const parts = url.pathname.split('/').filter(Boolean);
  const path = parts[0] === 'embed' ? parts.slice(1) : parts;
  const ref = decoded(path[0]);
  return path.length === 1 && isReference(ref) ? { ref, key: url.searchParams.get('key') } : null;
}

/** The path of a credential's public page. */
export function publicPath({ ref, key }: Reference): string {
  return `/${encodeURIComponent(ref)}${key ? `?key=${encodeURIComponent(key)}` : ''}`;
}

/** Every reference contains a digit; no path of another page does. */
export function isReference(ref: string): boolean {
  return REF.test(ref) && /\d/.test(ref);
}

/** URLs are pasted in full, without a scheme, or as a path only. */
function withHost(pasted: string): string {
  if (pasted.includes('://')) return pasted;
  return pasted.startsWith('/') ? `https://here.invalid${pasted}` : `https://${pasted}`;
}

function decoded(part: string | undefined): string {
  try {
    return decodeURIComponent(part ?? '');
  } catch {
    return '';
  }
}

/** URLs and IDs go into the URL of the verification page, so that it can be shared. Entire credentials and keys of private ones do not. */
export function isShareable(text: string): boolean {
  return text.length <= 500 && !/[\s{<]|[?&]key=/.test(text) && !text.startsWith('eyJ');
}

/** Where a credential is verified: the page's URL names it, or, if that would give away a key, only the browser's history does. */
export const verifyLink = (text: string) =>
  isShareable(text)
    ? { to: `/verify?${new URLSearchParams({ url: text })}` }
    : { to: '/verify', state: { verify: text } };

/** What verifyLink left in the browser's history, or null. */
export function verifyText(state: unknown): string | null {
  const text = (state as { verify?: unknown } | null)?.verify;
  return typeof text === 'string' ? text : null;
}
