import { describe, expect, it } from 'vitest';
import type { Publication } from './api';
import { publicationProgress, refusalsByReason } from './progress';

const START = Date.parse('2026-05-01T10:00:00Z');
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
  ...change,
});

describe('the progress of a publication', () => {
  it('counts what was refused as done', () => {
    const { done, percent } = publicationProgress(
      publication({ published_count: 20, refused_count: 5 }),
      START,
    );
    expect([done, percent]).toEqual([25, 25]);
  });

  it.each([
    ['nothing done yet', 0, 10_000, null],
    ['a quarter done in ten seconds', 25, 10_000, 30_000],
    ['all done', 100, 10_000, 0],
    ['too early to judge', 10, 200, null],
  ])('with %s says how long the rest will take', (_, published, elapsed, left) => {
    expect(publicationProgress(publication({ published_count: published }), START + elapsed).left).toBe(left);
  });

  it('is complete when there was nothing to do', () => {
    expect(publicationProgress(publication({ input_count: 0 }), START).percent).toBe(100);
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
