import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showScreen, takeAway } from '../../testing/showScreen';
import type { Publication } from './api';
import { HoldPanel } from './HoldPanel';

afterEach(takeAway);

test('undoing a publication says how many credentials it revokes', async () => {
  const publication = {
    uuid: '8d0f5a1e-63d3-4f0e-9a53-2f6f2f0c7b11',
    published_count: 1200,
    can_undo: true,
    hold_until: '2999-01-01T00:00:00Z',
    undone_at: null,
    can_send_now: true,
    sending_email: true,
  } as Publication;
  const { user } = showScreen(<HoldPanel publication={publication} />, { server: {} });
  await user.click(await screen.findByRole('button', { name: 'Undo publishing 1,200 credentials' }));
  const question = await screen.findByRole('dialog', { name: 'Undo publishing 1,200 credentials?' });
  within(question).getByRole('button', { name: 'Revoke 1,200 credentials' });
});

const UUID = '8d0f5a1e-63d3-4f0e-9a53-2f6f2f0c7b11';
const stopped = (can_resume: boolean, can_send_now: boolean) =>
  ({
    uuid: UUID,
    published_count: 1200,
    undone_count: 500,
    undone_at: '2026-06-01T09:00:00Z',
    undo_finished_at: '2026-06-01T09:01:00Z',
    sending_email: true,
    can_send_now,
    undo_stop: {
      code: 'starter.not_member',
      message: 'Whoever started this is no longer a member.',
      not_done_count: 700,
      can_resume,
    },
  }) as Publication;

test('an undo that stopped can be resumed, or the rest sent', async () => {
  const sent = { ...stopped(false, false), undo_stop: undefined, undone_at: null };
  const { user, asked } = showScreen(<HoldPanel publication={stopped(true, true)} />, {
    server: { [`POST /v1/publications/${UUID}/send_now`]: { body: { publication: sent } } },
  });
  await screen.findByText('Whoever started this is no longer a member.');
  screen.getByText('Undo stopped after 500 of 1,200');
  screen.getByRole('button', { name: 'Resume 700 remaining' });
  await user.click(screen.getByRole('button', { name: 'Send now' }));
  expect(asked.map(({ url }) => new URL(url).pathname)).toEqual([`/v1/publications/${UUID}/send_now`]);
});

test('whoever may neither undo nor publish is only told that the undo stopped', async () => {
  showScreen(<HoldPanel publication={stopped(false, false)} />, { server: {} });
  await screen.findByText('Whoever started this is no longer a member.');
  expect(screen.queryAllByRole('button')).toEqual([]);
});
