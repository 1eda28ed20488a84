import { afterEach, expect, test, vi } from 'vitest';
import { api } from './client';
import { withMode } from './testMode';

afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

/** Whether calls ask for tests while a page is open: one about credentials, and one about something else. */
async function asked(page: string) {
  const sent: [string, string | null][] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push([new URL(request.url).pathname, request.headers.get('test-mode')]);
    return new Response('{}', { headers: { 'content-type': 'application/json' } });
  });
  window.history.replaceState(null, '', page);
  await api.POST('/credentials/search', { body: {} });
  await api.GET('/issuer/group_tags');
  return Object.fromEntries(sent);
}

test('a page about tests asks for tests wherever credentials are meant, and nowhere else', async () => {
  expect(await asked('/credentials?test=true')).toEqual({
    '/v1/credentials/search': 'true',
    '/v1/issuer/group_tags': null,
  });
  expect(await asked('/credentials?test=')).toEqual({
    '/v1/credentials/search': null,
    '/v1/issuer/group_tags': null,
  });
});

test('a link to a test leads to a page about tests', () => {
  expect(withMode('/credentials/1', true)).toBe('/credentials/1?test=true');
  expect(withMode('/credentials/1?tab=raw', true)).toBe('/credentials/1?tab=raw&test=true');
  expect(withMode('/credentials/1', undefined)).toBe('/credentials/1');
});
