import { focusManager } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Said, showScreen, takeAway } from '../../testing/showScreen';
import { followOperation, useFollowed } from '../../ui/progress/followed';
import type { Operation } from './api';
import { OperationTray } from './OperationTray';

const UUID = '9d2f6b1e-44c0-4f0e-8a55-1b7c3a9e2d10';
const PAGE = `/actions/${UUID}`;

const running: Operation = {
  uuid: UUID,
  kind: 'expiry',
  state: 'running',
  by: 'Grace Hopper',
  page: PAGE,
  input_count: 400,
  done_count: 90,
  unchanged_count: 10,
  refused_count: 0,
  seconds_left: 240,
  can_undo: false,
  can_cancel: true,
  reversible: true,
  undo_of: null,
  undone_by: null,
  created_at: '2026-06-01T09:00:00Z',
  started_at: '2026-06-01T09:00:00Z',
  finished_at: null,
};
const finished: Operation = {
  ...running,
  state: 'finished',
  done_count: 390,
  seconds_left: null,
  can_cancel: false,
  can_undo: true,
  finished_at: '2026-06-01T09:05:00Z',
};

function showTray(operations: Operation[], server: Record<string, Said> = {}, at = '/credentials') {
  return showScreen(<OperationTray />, {
    at,
    server: { 'GET /v1/operations': { body: { operations, meta: {} } }, ...server },
  });
}

const tray = () => screen.findByRole('region', { name: 'Work in progress' });

beforeEach(() => useFollowed.setState({ started: [], hidden: [], starts: 0 }));
afterEach(() => {
  takeAway();
  localStorage.clear();
});

test('what runs is shown with its progress and the time that is left, wherever it was started', async () => {
  const { asked } = showTray([running]);
  const shown = within(await tray());
  shown.getByText('Setting expiry dates');
  shown.getByText('100 of 400');
  shown.getByText('About 4 min left');
  expect(shown.getByRole('link', { name: /^View progress/ }).getAttribute('href')).toBe(PAGE);
  expect(new URL(asked[0]?.url ?? '').searchParams.get('mine')).toBe('true');
});

test('what waits says so', async () => {
  showTray([{ ...running, state: 'waiting', seconds_left: null, started_at: null }]);
  within(await tray()).getByText('Waiting for other work to finish');
});

test('what was started elsewhere disappears when it ends', async () => {
  const { asked } = showTray([finished]);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole('region')).toBeNull();
});

test('what was started here shows its result, can be undone, and is then about the undo', async () => {
  const undo: Operation = { ...running, uuid: 'b', page: '/actions/b', undo_of: UUID, can_cancel: false };
  const server: Record<string, Said> = {
    [`POST /v1/operations/${UUID}/undo`]: { status: 200, body: { operation: undo } },
  };
  followOperation(PAGE);
  const { user } = showTray([finished], server);
  const shown = within(await tray());
  shown.getByText('390 of 400 done');
  shown.getByRole('link', { name: /^View result/ });
  await user.click(shown.getByRole('button', { name: 'Undo: Setting expiry dates' }));
  await waitFor(() => expect(useFollowed.getState().started).toEqual([PAGE, '/actions/b']));
});

test('the page with the result replaces the entry', async () => {
  followOperation(PAGE);
  showTray([finished], {}, PAGE);
  await waitFor(() => expect(useFollowed.getState().hidden).toEqual([PAGE]));
  expect(screen.queryByRole('region')).toBeNull();
});

test('cancelling asks first where it cannot be undone', async () => {
  const resend: Operation = { ...running, kind: 'resend', reversible: false };
  const { user, asked } = showTray([resend], {
    [`POST /v1/operations/${UUID}/cancel`]: { body: { operation: { ...resend, state: 'cancelled' } } },
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel: Resending emails' }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText('Cancel this operation?');
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Cancel operation' }));
  await waitFor(() => expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1));
});

test('cancelling does not ask where the rest can be undone', async () => {
  const { user, asked } = showTray([running], {
    [`POST /v1/operations/${UUID}/cancel`]: { body: { operation: { ...running, state: 'cancelled' } } },
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel: Setting expiry dates' }));
  await waitFor(() => expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1));
});

test.each([
  ['stopped', 'starter.right_lost', 'Resume: Exporting a list'],
  ['failed', 'action.failed', 'Try again: Exporting a list'],
] as const)('what was %s says why, and goes on', async (state, code, name) => {
  const stop = { code, message: 'It is over.', not_done_count: 300, can_resume: true };
  followOperation(PAGE);
  const { user, asked } = showTray(
    [{ ...running, kind: 'export', state, can_cancel: false, seconds_left: null, stop }],
    {
      [`POST /v1/operations/${UUID}/resume`]: { body: { operation: { ...running, kind: 'export' } } },
    },
  );
  within(await tray()).getByText('It is over.');
  await user.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1));
});

test('a change that is refused says why', async () => {
  const { user } = showTray([running], {
    [`POST /v1/operations/${UUID}/cancel`]: { status: 409, body: { errors: 'It has ended.', code: 'x' } },
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel: Setting expiry dates' }));
  await screen.findByText('It has ended.');
});

test('what is hidden stays hidden', async () => {
  const { user } = showTray([running]);
  await user.click(await screen.findByRole('button', { name: 'Hide: Setting expiry dates' }));
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  expect(JSON.parse(localStorage.getItem('laurel.operations') ?? '')).toEqual({
    started: [],
    hidden: [PAGE],
  });
});

test('asks again while something runs and the page is visible', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const { asked } = showTray([running]);
    await tray();
    await vi.advanceTimersByTimeAsync(3000);
    expect(asked.length).toBeGreaterThan(2);
    focusManager.setFocused(false);
    const before = asked.length;
    await vi.advanceTimersByTimeAsync(5000);
    expect(asked.length - before).toBeLessThan(2);
  } finally {
    focusManager.setFocused(undefined);
    vi.useRealTimers();
  }
});

test('asks again only while something runs', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    followOperation(PAGE);
    const { asked } = showTray([finished]);
    await tray();
    const before = asked.length;
    await vi.advanceTimersByTimeAsync(5000);
    expect(asked).toHaveLength(before);
  } finally {
    vi.useRealTimers();
  }
});
