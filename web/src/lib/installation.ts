/** Returns the support email address that the server wrote into the page, if any. */
export const supportEmail = (): string | undefined => meta('support-email');

/** Returns the hosts whose links count as internal: the page's own, and those configured by the operator. */
export const internalHosts = (): readonly string[] => [
  window.location.host,
  ...(meta('internal-hosts')?.split(' ') ?? []),
];

function meta(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined;
}
