import { describe, expect, it } from 'vitest';
import type { Publication } from './api';
import { publicationDone, refusalsByReason } from './progress';

const publication = (change: Partial<Publication>): Publication => ({
  uuid: '3f6c1d52-8a0e-4f7b-9c41-5d2b7e90aa16',
  state: 'working',
  input_count: 100,
  published_count: 0,
  refused_count: 0,
  sending_email: true,
  not_published: [],
  created_at: '2026-05-01T10:00:00Z',
  finished_at: null,
  hold_minutes: 0,
  hold_until: null,
  released_at: null,
  can_undo: false,
  can_send_now: false,
  undone_at: null,
  undone_count: 0,
  undo_finished_at: null,
  ...change,
});

describe('the progress of a publication', () => {
  it('counts what was refused as done', () => {
    expect(publicationDone(publication({ published_count: 20, refused_count: 5 }))).toBe(25);
  });
});

describe('refusals', () => {
  const refusal = (credential_id: number, reason: string) => ({
    credential_id,
    recipient_name: `R${credential_id}`,
    reason,
    message: `because ${reason}`,
  });

  it('stand under their reasons, the most frequent first', () => {
    const found = refusalsByReason(
      publication({
        not_published: [
          refusal(1, 'no_design'),
          refusal(2, 'already_published'),
          refusal(3, 'already_published'),
        ],
      }),
    );
    expect(found.map(({ reason, message, refusals }) => [reason, message, refusals.length])).toEqual([
      ['already_published', 'because already_published', 2],
      ['no_design', 'because no_design', 1],
    ]);
  });
});
