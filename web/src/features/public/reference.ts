/** What names a credential in public: an id of any of its kinds, and the key of a private one. */
export interface Reference {
  ref: string;
  key: string | null;
}

const REF = /^[A-Za-z0-9._~-]{1,255}$/;

/** Reads a pasted link or id, of whatever host; null when it can name no credential. */
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

/** The page that shows a credential and its verdict. */
export function publicPath({ ref, key }: Reference): string {
  return `/${encodeURIComponent(ref)}${key ? `?key=${encodeURIComponent(key)}` : ''}`;
}

/** Every reference holds a digit; no other page's address does. */
export function isReference(ref: string): boolean {
  return REF.test(ref) && /\d/.test(ref);
}

/** Links are pasted in full, without their protocol, or as a mere path. */
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
