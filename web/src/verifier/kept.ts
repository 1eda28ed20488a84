import type { Bytes } from './bytes';

/** The keys and lists of an issuer that are embedded in this page, as in an issuer's exit kit. */
export function keptIn(page: Document): Bytes[] {
  const kept: unknown = JSON.parse(page.getElementById('kept')?.textContent || '[]');
  return Array.isArray(kept) ? kept.map((one) => new TextEncoder().encode(JSON.stringify(one))) : [];
}

/** The date on which the issuer's keys and lists were embedded, or ''. */
export const keptSince = (page: Document): string =>
  page.getElementById('kept')?.dataset.date?.slice(0, 10) ?? '';
