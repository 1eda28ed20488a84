import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import english from '../../i18n/english';
import { showScreen, takeAway } from '../../testing/showScreen';
import { ActionDialog } from './ActionDialog';
import { Component as ActionPage } from './ActionPage';

const UUID = '9d2f6b1e-44c0-4f0e-8a55-1b7c3a9e2d10';
const action = {
  uuid: UUID,
  kind: 'expiry',
  state: 'finished',
  input_count: 2,
  done_count: 1,
  unchanged_count: 0,
  refused_count: 1,
  can_undo: true,
  undo_of: null,
  undone_by: null,
  by: 'Grace Hopper',
  created_at: '2026-06-01T09:00:00Z',
};
const item = (id: number, name: string, outcome: string, message: string | null) => ({
  credential_id: id,
  uuid: UUID,
  recipient_name: name,
  recipient_email: 'a@example.org',
  outcome,
  message,
});

afterEach(takeAway);

test('what many got is told with what became of each, and why one was refused', async () => {
  const refusal = english.errors.credential.expiry_credits;
  showScreen(<ActionPage />, {
    at: `/actions/${UUID}`,
    route: '/actions/:uuid',
    server: {
      [`GET /v1/actions/${UUID}`]: { body: { action } },
      [`GET /v1/actions/${UUID}/items`]: {
        body: {
          items: [item(1, 'Ana Silva', 'done', null), item(2, 'Jan Novak', 'refused', refusal)],
          meta: { current_page: 1, total_pages: 1, total_count: 2, next_cursor: '' },
        },
      },
    },
  });
  await screen.findByText('1 of 2 done');
  await screen.findByText(/^Expiry change requires credits\./);
  screen.getByText('Jan Novak');
  screen.getByRole('link', { name: 'Download failures' });
  screen.getByRole('button', { name: 'Undo for 1 credential' });
});

test('an action that could not begin says why, and the dialog stays', async () => {
  const { user } = showScreen(
    <ActionDialog
      target={{ kind: 'delete', selection: { credential_ids: [1] }, count: 1 }}
      onClose={() => expect.unreachable()}
    />,
    { server: { 'POST /v1/actions': { status: 503, body: { errors: 'Try again later.', code: 'x' } } } },
  );
  await user.click(await screen.findByRole('button', { name: 'Delete 1 credential' }));
  await screen.findByText('Try again later.');
});

test.each([
  ['expiry', 'Set the expiry of 5,000 credentials'],
  ['privacy', 'Set the privacy of 5,000 credentials'],
  ['move', 'Move 5,000 credentials'],
  ['resend', 'Resend 5,000 emails'],
  ['remind', 'Remind 5,000 recipients'],
  ['delete', 'Delete 5,000 credentials'],
] as const)('the button of %s says what it does to how many', async (kind, name) => {
  showScreen(
    <ActionDialog
      target={{ kind, selection: { all_matching: {} }, count: 5000 }}
      onClose={() => expect.unreachable()}
    />,
    { server: { 'POST /v1/issuer/groups/search': { body: { groups: [] } } } },
  );
  await screen.findByRole('button', { name });
});

test.each([true, false])(
  'an action that stopped offers to resume it to whoever may: %s',
  async (can_resume) => {
    const stop = {
      code: 'starter.right_lost',
      message: 'Whoever started this lost the permission.',
      not_done_count: 1,
      can_resume,
    };
    showScreen(<ActionPage />, {
      at: `/actions/${UUID}`,
      route: '/actions/:uuid',
      server: { [`GET /v1/actions/${UUID}`]: { body: { action: { ...action, state: 'stopped', stop } } } },
    });
    await screen.findByText(stop.message);
    expect(screen.queryAllByRole('button', { name: 'Resume 1 remaining' })).toHaveLength(can_resume ? 1 : 0);
  },
);

test.each([true, false])('a running action offers to cancel it to whoever may: %s', async (can_cancel) => {
  const running = {
    ...action,
    state: 'working',
    done_count: 1,
    refused_count: 0,
    can_undo: false,
    can_cancel,
  };
  showScreen(<ActionPage />, {
    at: `/actions/${UUID}`,
    route: '/actions/:uuid',
    server: { [`GET /v1/actions/${UUID}`]: { body: { action: running } } },
  });
  await screen.findByText(english.actions.goesOn);
  expect(screen.queryAllByRole('button', { name: 'Cancel 1 remaining' })).toHaveLength(can_cancel ? 1 : 0);
});
