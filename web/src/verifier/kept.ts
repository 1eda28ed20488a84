import type { Bytes } from './bytes';

/** The keys and lists of an issuer that lie in the page itself: the exit kit of an issuer puts them there. */
export function keptIn(page: Document): Bytes[] {
  const kept: unknown = JSON.parse(page.getElementById('kept')?.textContent || '[]');
  return Array.isArray(kept) ? kept.map((one) => new TextEncoder().encode(JSON.stringify(one))) : [];
}
