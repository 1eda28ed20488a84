import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type Said, showScreen, takeAway } from '../../testing/showScreen';
import { Component as NameChangesPage } from './NameChangesPage';

const request = {
  id: 5,
  kind: 'name',
  state: 'pending',
  reason: 'typo',
  current_name: 'Ana Silva',
  requested_name: 'Anna Silva',
  created_at: '2026-06-01T09:00:00Z',
  credential: { recipient_name: 'Ana Silva' },
};

async function decide(confirm: string, answer: Said) {
  const { user } = showScreen(<NameChangesPage />, {
    server: {
      'GET /v1/name_changes': {
        body: { name_changes: [request], meta: { current_page: 1, total_pages: 1, total_count: 1 } },
      },
      'POST /v1/name_changes/decide_many': answer,
    },
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Ana Silva' }));
  await user.click(screen.getByRole('button', { name: confirm }));
  const question = await screen.findByRole('dialog');
  await user.click(within(question).getByRole('button', { name: confirm }));
}

afterEach(takeAway);

test('requests that could not be decided are told as not approved or denied', async () => {
  await decide('Approve 1 request', {
    status: 503,
    body: { errors: 'Try again later.', code: 'unavailable' },
  });
  await screen.findByText('Name change requests not approved or denied');
  screen.getByText('Try again later.');
});

test('a request that was refused among others says why', async () => {
  await decide('Deny 1 request', {
    body: {
      decided_count: 0,
      outcomes: [{ id: 5, outcome: 'refused', message: 'It was decided already.' }],
    },
  });
  await screen.findByText('Name change requests not approved or denied');
  expect(screen.getByText('It was decided already.')).toBeTruthy();
});
