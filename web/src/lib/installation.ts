/** Where people may write for help, as the server wrote it into the page; undefined when it named nobody. */
export const supportEmail = (): string | undefined => meta('support-email');

/** The hosts whose links count as our own: that of the page, and those that the operator names. */
export const internalHosts = (): readonly string[] => [
  window.location.host,
  ...(meta('internal-hosts')?.split(' ') ?? []),
];

function meta(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined;
}
