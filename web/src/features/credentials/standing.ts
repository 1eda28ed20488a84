import type { Credential, Selection } from './api';

/** The ways to change whether issued credentials hold. */
export type StandingVerb = 'suspend' | 'reinstate' | 'revoke';

export const REASONS = ['issued_in_error', 'misconduct', 'superseded', 'withdrawn', 'other'] as const;

/** Whose standing is to change, and how. */
export interface StandingTarget {
  verb: StandingVerb;
  selection: Pick<Selection, 'credential_ids' | 'all_matching'>;
  count: number;
  /** The recipient's name where it is about one. */
  name?: string;
}

/** Whether a credential is issued and nothing stands against it; it may have run out. */
export const holds = ({ state }: Credential) =>
  state === 'published' || state === 'expired' || state === 'in_progress';

/** What can be done about a credential's standing. */
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
