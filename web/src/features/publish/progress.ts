import { timeLeft } from '../../lib/eta';
import type { Publication } from './api';

export interface PublicationProgress {
  done: number;
  total: number;
  percent: number;
  /** Milliseconds left at the pace so far; null while there is nothing to judge by. */
  left: number | null;
}

/** How far a publication is at a moment. What was refused is done as well. */
export function publicationProgress(publication: Publication, now: number): PublicationProgress {
  const { input_count: total, published_count, refused_count, created_at } = publication;
  const done = Math.min(published_count + refused_count, total);
  return {
    done,
    total,
    percent: total > 0 ? (done / total) * 100 : 100,
    left: timeLeft(new Date(created_at).getTime(), now, done, total),
  };
}

/** The refusals of a publication under their reasons, the most frequent first. */
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
