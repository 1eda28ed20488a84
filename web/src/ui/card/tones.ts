import type { components } from '../../api/schema.v1.gen';
import type { StateTone } from '../StateDot';

export type Issued = components['schemas']['PublicCredential']['verdict']['status'];
export type Imported = components['schemas']['RecipientImport']['status'];

/** How serious each status of a credential is, issued here or imported. */
export const CREDENTIAL_TONES: Record<Issued | Imported, StateTone> = {
  valid: 'good',
  issuer_unknown: 'waiting',
  expired: 'waiting',
  not_yet_valid: 'waiting',
  suspended: 'waiting',
  in_progress: 'waiting',
  superseded: 'waiting',
  test: 'waiting',
  unreachable: 'quiet',
  unsupported: 'quiet',
  unverified: 'quiet',
  changed: 'bad',
  key_revoked: 'bad',
  revoked: 'bad',
  deleted: 'bad',
};
