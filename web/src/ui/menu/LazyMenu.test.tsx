import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { showScreen } from '../../testing/showScreen';
import { LazyMenu } from './LazyMenu';

afterEach(cleanup);

test('a menu opens once its code is loaded, and gives the focus back to its button', async () => {
  const chosen = vi.fn();
  showScreen(
    <LazyMenu
      position="bottom"
      target={<button type="button">Language</button>}
      entries={[{ key: 'de', label: 'Deutsch', current: false, onClick: chosen }]}
    />,
    { server: {} },
  );
  const closed = screen.getByRole('button', { name: 'Language' });
  expect(closed.getAttribute('aria-haspopup')).toBe('menu');
  expect(closed.getAttribute('aria-expanded')).toBe('false');
  closed.focus();
  fireEvent.click(closed);
  const entry = await screen.findByRole('menuitem', { name: 'Deutsch' });
  expect(screen.getByRole('button', { name: 'Language' }).getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(entry);
  expect(chosen).toHaveBeenCalledOnce();
});
