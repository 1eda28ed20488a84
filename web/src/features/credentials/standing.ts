import type { Credential, Selection } from './api';

/** The ways to change the status of issued credentials. */
export type StandingVerb = 'suspend' | 'reinstate' | 'revoke';

export const REASONS = ['issued_in_error', 'misconduct', 'superseded', 'withdrawn', 'other'] as const;

/** The credentials whose status changes, and how. */
export interface StandingTarget {
  verb: StandingVerb;
  selection: Pick<Selection, 'credential_ids' | 'all_matching'>;
  count: number;
  /** The recipient's name if there is only one credential. */
  name?: string;
}

/** Whether a credential is issued and neither suspended nor revoked. It may have expired. */
export const holds = ({ state }: Credential) =>
  state === 'published' || state === 'expired' || state === 'in_progress';

/** Returns the possible changes of a credential's status. */
export function verbsOf(credential: Credential): readonly StandingVerb[] {
  if (holds(credential)) return ['suspend', 'revoke'];
  return credential.state === 'suspended' ? ['reinstate', 'revoke'] : [];
}

export const standingOf = (verb: StandingVerb, credential: Credential): StandingTarget => ({
  verb,
  selection: { credential_ids: [credential.accredible_internal_id] },
  count: 1,
  name: credential.recipient.name,
});
