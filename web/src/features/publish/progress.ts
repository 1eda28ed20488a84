import type { Publication } from './api';

/** Returns the number of processed credentials of a publication, including refused ones. */
export const publicationDone = ({ input_count, published_count, refused_count }: Publication) =>
  Math.min(published_count + refused_count, input_count);

/** Groups the refusals of a publication by reason, the most frequent first. */
export function refusalsByReason(publication: Publication) {
  const groups = new Map<string, { message: string; refusals: Publication['not_published'] }>();
  for (const refusal of publication.not_published) {
    const group = groups.get(refusal.reason) ?? { message: refusal.message, refusals: [] };
    group.refusals.push(refusal);
    groups.set(refusal.reason, group);
  }
  return [...groups]
    .map(([reason, group]) => ({ reason, ...group }))
    .sort((a, b) => b.refusals.length - a.refusals.length);
}
