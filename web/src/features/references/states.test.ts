import { expect, test } from 'vitest';
import type { Reference } from './api';
import { mayBeAskedAbout, stateOf } from './states';

const NOW = Date.parse('2026-05-01T12:00:00Z');
const reference = (state: Reference['state'], expires_at: string | null) =>
  ({ state, expires_at }) as Reference;

test.each([
  ['requested', '2026-05-01T12:00:01Z', 'requested'],
  ['requested', '2026-05-01T12:00:00Z', 'expired'],
  ['submitted', null, 'submitted'],
  ['withdrawn', null, 'withdrawn'],
] as const)('%s until %s shows as %s', (state, until, shown) => {
  expect(stateOf(reference(state, until), NOW)).toBe(shown);
});

test.each([
  ['draft', false],
  ['scheduled', false],
  ['published', true],
  ['expired', true],
  ['suspended', true],
  ['revoked', false],
] as const)('about a credential that is %s, somebody may be asked: %s', (state, may) => {
  expect(mayBeAskedAbout(state)).toBe(may);
});
