import { screen, within } from '@testing-library/react';
import { afterEach, test } from 'vitest';
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
    sending_email: true,
  } as Publication;
  const { user } = showScreen(<HoldPanel publication={publication} />, { server: {} });
  await user.click(await screen.findByRole('button', { name: 'Undo publishing 1,200 credentials' }));
  const question = await screen.findByRole('dialog', { name: 'Undo publishing 1,200 credentials?' });
  within(question).getByRole('button', { name: 'Revoke 1,200 credentials' });
});
