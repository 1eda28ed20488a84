// `next` and `url` are URLs themselves and may contain the other parameters.
const SECRET_PARAMETERS = [
  ...['key', 'authorization', 'issuer_token', 'code', 'jwt', 'token', 'owner', 'reset_token'],
  ...['next', 'url'],
];

/** Returns the URL without secrets, so that it can be logged. */
export function withoutSecrets(address: string, base = window.location.origin): string {
  const url = new URL(address, base);
  for (const name of SECRET_PARAMETERS) url.searchParams.delete(name);
  url.username = '';
  url.password = '';
  return url.toString();
}

/** Whether an address is an HTTP URL whose host is neither an internal host nor a subdomain of one. */
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

/** Returns an untrusted web URL without credentials and secrets, or null if it is not a web URL. */
export function sanitizedAddress(text: string | null): string | null {
  if (!text || !URL.canParse(text)) return null;
  return ['http:', 'https:'].includes(new URL(text).protocol) ? withoutSecrets(text) : null;
}

/** Returns a path within this site to return to, or null if the text points anywhere else. */
export function safeReturnPath(path: string | null): string | null {
  if (!path?.startsWith('/') || path.startsWith('//') || path.includes('\\')) return null;
  const url = new URL(path, window.location.origin);
  return url.origin === window.location.origin ? url.pathname + url.search + url.hash : null;
}
