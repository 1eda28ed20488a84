import { isExternal, withoutSecrets } from '../lib/urls';
import { api } from './client';

/** How much of a link's markup is kept with a visit to another site. */
const HTML_LIMIT = 256;

/** Records a route change. Nobody waits for it and its failure is nobody's concern. */
export function logRoute(property: string, address: string): void {
  const url = new URL(withoutSecrets(address));
  void api
    .POST('/frontend/log_frontend_analytics', {
      body: {
        domain: window.location.host,
        env: import.meta.env.MODE,
        property,
        path: url.pathname,
        data: Object.fromEntries(url.searchParams),
      },
    })
    .catch(() => undefined);
}

/** Records that somebody signed up, without who; not while developing. */
export function logSignUp(): void {
  if (import.meta.env.PROD) logRoute('sign-up', window.location.href);
}

/** Records that somebody hands on the page they are on. */
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

/** Records a visit from a page of ours to another site, before the browser leaves. */
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

/** The link's own markup, its address cleaned like the others. */
function markup(link: HTMLAnchorElement): string {
  const copy = link.cloneNode(true) as HTMLAnchorElement;
  copy.href = withoutSecrets(link.href);
  return copy.outerHTML.slice(0, HTML_LIMIT);
}

/** Tracks clicks on links that leave our hosts, wherever in the page they are. */
export function trackExternalLinks(internalHosts: readonly string[]): () => void {
  const listen = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link?.href && isExternal(link.href, internalHosts)) trackLink(link);
  };
  document.addEventListener('click', listen, true);
  return () => document.removeEventListener('click', listen, true);
}
