// `next` and `url` are whole addresses of their own, which may carry the others.
const SECRET_PARAMETERS = [
  ...['key', 'authorization', 'issuer_token', 'code', 'jwt', 'token', 'reset_token'],
  ...['next', 'url'],
];

/** The address without the parameters that open something, fit to be recorded. */
export function withoutSecrets(address: string, base = window.location.origin): string {
  const url = new URL(address, base);
  for (const name of SECRET_PARAMETERS) url.searchParams.delete(name);
  url.username = '';
  url.password = '';
  return url.toString();
}

/** True for web addresses on another host than ours or one of our own hosts' subdomains. */
export function isExternal(address: string, internalHosts: readonly string[]): boolean {
  let url: URL;
  try {
    url = new URL(address, window.location.href);
  } catch {
    return false;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  return !internalHosts.some((host) => url.host === host || url.hostname.endsWith(`.${host}`));
}

/** A web address that somebody else gave, without user, password and secrets; null when it is none. */
export function sanitizedAddress(text: string | null): string | null {
  if (!text || !URL.canParse(text)) return null;
  return ['http:', 'https:'].includes(new URL(text).protocol) ? withoutSecrets(text) : null;
}

/** A path inside this site to return to, or null when the text would lead anywhere else. */
export function safeReturnPath(path: string | null): string | null {
  if (!path?.startsWith('/') || path.startsWith('//') || path.includes('\\')) return null;
  const url = new URL(path, window.location.origin);
  return url.origin === window.location.origin ? url.pathname + url.search + url.hash : null;
}
