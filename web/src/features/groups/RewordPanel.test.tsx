import { screen, within } from '@testing-library/react';
import { afterEach, test } from 'vitest';
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
