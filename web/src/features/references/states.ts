import type { StateTone } from '../../ui/StateDot';
import type { Reference } from './api';

export type ShownState = Reference['state'] | 'expired';

/** Where a reference stands; a request that nobody answered in time is told apart from one that waits. */
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

/** Nobody is asked about a credential that is not out, or was taken back. */
export const mayBeAskedAbout = (state: string): boolean =>
  ['in_progress', 'published', 'expired', 'suspended'].includes(state);
