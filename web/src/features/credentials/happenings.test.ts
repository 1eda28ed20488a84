import { describe, expect, it } from 'vitest';
import type { CredentialEvent, Mail } from './api';
import { changesOf } from './changes';
import { happenings } from './happenings';

const event = (id: number, action: string, at: string, details = {}): CredentialEvent => ({
  id,
  action: `credential.${action}`,
  by: 'Ana',
  at,
  details,
});

const mail: Mail = {
  id: 7,
  kind: 'delivery',
  recipient: 'ana@example.org',
  subject: 'Your credential',
  state: 'sent',
  attempts: 1,
  last_error: '',
  created_at: '2026-05-01T10:00:00Z',
  sent_at: '2026-05-01T10:02:00Z',
};

describe('the activity of a credential', () => {
  it('is events, publication and mails in one line of time', () => {
    const told = happenings(
      { published_at: '2026-05-01T10:00:00Z' },
      [
        event(2, 'revoked', '2026-05-02T10:00:00Z', { reason: 'other', note: 'By mistake' }),
        event(1, 'created', '2026-05-01T09:00:00Z'),
        event(3, 'unheard_of', '2026-05-03T09:00:00Z'),
      ],
      [mail, { ...mail, id: 8, sent_at: null }],
    );
    expect(told.map(({ what, by }) => [what, by])).toEqual([
      ['revoked', 'Ana'],
      ['mailed', undefined],
      ['published', undefined],
      ['created', 'Ana'],
    ]);
    expect(told[0]?.detail).toEqual({ reason: 'other', note: 'By mistake' });
  });

  it('names a publication on a date once', () => {
    const at = '2026-05-01T10:00:00Z';
    expect(happenings({ published_at: at }, [event(1, 'published', at)], [])).toHaveLength(1);
  });
});

describe('the history of a credential', () => {
  it('shows before and after of each field, attributes one by one', () => {
    const changed = changesOf(
      event(1, 'updated', '2026-05-01T09:00:00Z', {
        'recipient.name': { before: 'Ana', after: 'Ana Silva' },
        grade: { before: '', after: '90' },
        'group.learning_outcomes': { before: ['Dyeing'], after: ['Dyeing', 'Weaving'] },
        custom_attributes: { before: { room: '12', tutor: 'Ito' }, after: { room: '13', tutor: 'Ito' } },
      }),
      (values) => values.join(' + '),
    );
    expect(changed).toEqual([
      { field: 'recipient.name', before: 'Ana', after: 'Ana Silva' },
      { field: 'grade', before: '', after: '90' },
      { field: 'group.learning_outcomes', before: 'Dyeing', after: 'Dyeing + Weaving' },
      { field: 'custom.room', before: '12', after: '13' },
    ]);
  });
});
