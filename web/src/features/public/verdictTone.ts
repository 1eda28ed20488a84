import type { StateTone } from '../../ui/StateDot';
import type { PublicCredential } from './api';

type Status = PublicCredential['verdict']['status'];

const TONES: Record<Status, StateTone> = {
  valid: 'good',
  in_progress: 'waiting',
  expired: 'waiting',
  suspended: 'waiting',
  revoked: 'bad',
  test: 'waiting',
};

export const toneOf = (status: Status): StateTone => TONES[status];
