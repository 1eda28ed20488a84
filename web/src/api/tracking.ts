import { isExternal, withoutSecrets } from '../lib/urls';
import { api } from './client';

/** The number of characters of a link's markup that are recorded with an outbound click. */
const HTML_LIMIT = 256;

/**
 * Records a route change in the background. Failures are ignored. A credential that the page showed without asking for it is
 * counted as viewed.
 */
export function logRoute(
  property: string,
  address: string,
  credential?: { ref: string; key: string | undefined },
): void {
  const url = new URL(withoutSecrets(address));
  void api
    .POST('/frontend/log_frontend_analytics', {
      body: {
        domain: window.location.host,
        env: import.meta.env.MODE,
        property,
        path: url.pathname,
        data: Object.fromEntries(url.searchParams),
        credential,
      },
    })
    .catch(() => undefined);
}

/** Records that somebody signed up, without saying who. Disabled during development. */
export function logSignUp(): void {
  if (import.meta.env.PROD) logRoute('sign-up', window.location.href);
}

/** Records that somebody shared the current page. */
export function logShare(way: string): void {
  void api
    .POST('/frontend/log_frontend_analytics', {
      body: {
        domain: window.location.host,
        env: import.meta.env.MODE,
        property: 'share',
        path: window.location.pathname,
        data: { way },
      },
      keepalive: true,
    })
    .catch(() => undefined);
}

/** Records a click on a link to another site, before the browser leaves the page. */
export function trackLink(link: HTMLAnchorElement): void {
  void api
    .POST('/analytics/track_link', {
      body: {
        from: withoutSecrets(window.location.href),
        to: withoutSecrets(link.href),
        html: markup(link),
        aad: link.dataset.aad ?? '',
      },
      keepalive: true,
    })
    .catch(() => undefined);
}

/** The link's markup, with secrets removed from its URL. */
function markup(link: HTMLAnchorElement): string {
  const copy = link.cloneNode(true) as HTMLAnchorElement;
  copy.href = withoutSecrets(link.href);
  return copy.outerHTML.slice(0, HTML_LIMIT);
}

/** Tracks clicks on all links to other sites. */
export function trackExternalLinks(internalHosts: readonly string[]): () => void {
  const listen = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link?.href && isExternal(link.href, internalHosts)) trackLink(link);
  };
  document.addEventListener('click', listen, true);
  return () => document.removeEventListener('click', listen, true);
}
