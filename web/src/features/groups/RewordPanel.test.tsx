import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showScreen, takeAway } from '../../testing/showScreen';
import type { Group } from './api';
import { RewordPanel } from './RewordPanel';

afterEach(takeAway);

test('updating issued credentials says how many, on the panel and in its dialog', async () => {
  const { user } = showScreen(<RewordPanel group={{ id: 7 } as Group} mayManage />, {
    server: { 'GET /v1/issuer/groups/7/rewordings': { body: { outdated_count: 5000, rewording: null } } },
  });
  await user.click(await screen.findByRole('button', { name: 'Update 5,000 credentials' }));
  const question = await screen.findByRole('dialog', { name: 'Update 5,000 issued credentials?' });
  within(question).getByRole('button', { name: 'Update 5,000 credentials' });
});

test('updating that stopped says why, and can be started again', async () => {
  const rewording = {
    total_count: 5000,
    done_count: 1000,
    created_at: '2026-06-01T09:00:00Z',
    finished_at: '2026-06-01T09:01:00Z',
    stop: {
      code: 'starter.not_member',
      message: 'Whoever started this is no longer a member.',
      not_done_count: 4000,
      can_resume: true,
    },
  };
  const { user, asked } = showScreen(<RewordPanel group={{ id: 7 } as Group} mayManage />, {
    server: {
      'GET /v1/issuer/groups/7/rewordings': { body: { outdated_count: 4000, rewording } },
      'POST /v1/issuer/groups/7/rewordings': { body: { rewording: { ...rewording, finished_at: null } } },
    },
  });
  await screen.findByText('Stopped after 1,000 of 5,000');
  await user.click(screen.getByRole('button', { name: 'Resume 4,000 remaining' }));
  expect(asked.map(({ method }) => method)).toContain('POST');
});
