import { afterEach, expect, test, vi } from 'vitest';
import { logSignUp } from './tracking';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test('a sign-up is counted in production only, and without who signed up', async () => {
  const fetch = vi.fn((_: Request) => Promise.resolve(Response.json({ success: true })));
  vi.stubGlobal('fetch', fetch);
  vi.stubEnv('PROD', false);
  logSignUp();
  expect(fetch).not.toHaveBeenCalled();
  vi.stubEnv('PROD', true);
  logSignUp();
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce(), { timeout: 20_000 });
  const sent = await fetch.mock.calls[0]?.[0].json();
  expect(sent).toMatchObject({ property: 'sign-up' });
  expect(JSON.stringify(sent)).not.toContain('@');
});
