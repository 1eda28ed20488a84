import type { StateTone } from '../../ui/StateDot';
import type { State } from './api';

export const TONES: Record<State, StateTone> = {
  unconfirmed: 'quiet',
  pending: 'waiting',
  approved: 'good',
  auto_approved: 'good',
  denied: 'bad',
  withdrawn: 'quiet',
  expired: 'quiet',
};

/** Predefined replies to start a note with. */
export const REPLIES = ['proof', 'registry', 'other', 'thanks'] as const;

/** Filters of the list by state. The default is pending requests. */
export const VIEWS = {
  pending: 'pending',
  decided: 'approved,denied,auto_approved',
  ended: 'withdrawn,expired',
  all: '',
} as const;

export type View = keyof typeof VIEWS;
export const isView = (name: string | undefined): name is View => name !== undefined && name in VIEWS;
