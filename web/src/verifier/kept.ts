import type { Bytes } from './bytes';

/** The keys and lists of an issuer that lie in the page itself: the exit kit of an issuer puts them there. */
export function keptIn(page: Document): Bytes[] {
  const kept: unknown = JSON.parse(page.getElementById('kept')?.textContent || '[]');
  return Array.isArray(kept) ? kept.map((one) => new TextEncoder().encode(JSON.stringify(one))) : [];
}

/** When the issuer's keys and lists were put into the page, as a date; '' when it does not say. */
export const keptSince = (page: Document): string =>
  page.getElementById('kept')?.dataset.date?.slice(0, 10) ?? '';
