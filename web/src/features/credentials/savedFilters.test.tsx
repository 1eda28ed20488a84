import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showScreen, takeAway } from '../../testing/showScreen';
import { SavedFiltersDialog } from './SavedFiltersDialog';

const filter = { id: 4, name: 'Spring', query: 'state=draft', is_default: false };

afterEach(takeAway);

test('a saved filter is deleted only after a question', async () => {
  const { user, asked } = showScreen(
    <SavedFiltersDialog filters={[filter as never]} query="" onClose={() => undefined} />,
    { server: { 'DELETE /v1/saved_filters/4': { body: {} } } },
  );
  const deletions = () => asked.filter(({ method }) => method === 'DELETE').length;
  await user.click(await screen.findByRole('button', { name: 'Actions for Spring' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const question = await screen.findByRole('dialog', { name: /^Delete saved filter/ });
  expect(deletions()).toBe(0);
  await user.click(within(question).getByRole('button', { name: 'Delete filter' }));
  await expect.poll(deletions).toBe(1);
});
