import { describe, expect, it } from 'vitest';
import type { Credential } from './api';
import { holds, standingOf, verbsOf } from './standing';

const inState = (state: Credential['state']) =>
  ({ state, accredible_internal_id: 7, recipient: { name: 'Ada' } }) as Credential;

describe('standing', () => {
  it.each([
    ['draft', []],
    ['scheduled', []],
    ['published', ['suspend', 'revoke']],
    ['expired', ['suspend', 'revoke']],
    ['suspended', ['reinstate', 'revoke']],
    ['revoked', []],
    ['deleted', []],
  ] as const)('offers for a %s credential what the server permits', (state, verbs) => {
    expect(verbsOf(inState(state))).toEqual(verbs);
    expect(holds(inState(state))).toBe(state === 'published' || state === 'expired');
  });

  it('names one credential by its number, whatever id its issuer gave it', () => {
    expect(standingOf('revoke', inState('published'))).toEqual({
      verb: 'revoke',
      selection: { credential_ids: [7] },
      count: 1,
      name: 'Ada',
    });
  });
});
