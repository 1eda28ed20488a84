import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showScreen, takeAway } from '../../testing/showScreen';
import { ExportDialog } from './ExportDialog';

afterEach(() => {
  takeAway();
  window.history.replaceState(null, '', '/');
});

/** The names of what is offered for three credentials on a page. */
async function offered(page: string) {
  window.history.replaceState(null, '', page);
  const target = { selection: { credential_ids: [1, 2, 3] }, count: 3 };
  showScreen(<ExportDialog target={target} onClose={() => {}} />, { server: {} });
  return (await screen.findAllByRole('radio')).map((radio) => (radio as HTMLInputElement).value);
}

test('tests are offered as files, and never as rows, which would be those that count', async () => {
  expect(await offered('/credentials')).toContain('csv');
  takeAway();
  const some = await offered('/credentials?test=true');
  expect(some).toContain('certificate');
  expect(some).not.toContain('csv');
});
