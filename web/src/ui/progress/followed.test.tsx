import { expect, test, vi } from 'vitest';

test('what was started is remembered across reloads', async () => {
  localStorage.setItem(
    'laurel.operations',
    JSON.stringify({ started: ['/actions/a', 7], hidden: ['/actions/b'] }),
  );
  vi.resetModules();
  const { useFollowed } = await import('./followed');
  expect(useFollowed.getState()).toMatchObject({ started: ['/actions/a'], hidden: ['/actions/b'] });
  localStorage.clear();
});
