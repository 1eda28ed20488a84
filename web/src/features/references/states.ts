import type { StateTone } from '../../ui/StateDot';
import type { Reference } from './api';

export type ShownState = Reference['state'] | 'expired';

/** The state of a reference. An expired request is distinguished from a pending one. */
export function stateOf({ state, expires_at }: Reference, now = Date.now()): ShownState {
  return state === 'requested' && expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : state;
}

export const TONES: Record<ShownState, StateTone> = {
  requested: 'quiet',
  expired: 'quiet',
  submitted: 'waiting',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'quiet',
};

/** References cannot be requested for credentials that are not issued yet or are revoked. */
export const mayBeAskedAbout = (state: string): boolean =>
  ['in_progress', 'published', 'expired', 'suspended'].includes(state);
