import { afterEach, expect, test, vi } from 'vitest';
import { issue } from './api';

const then = '2026-06-01T09:00:00Z';
const later = '2026-06-02T09:00:00Z';

/** Issues to somebody whose credential the server says to be so; gives what could be taken back, and the calls. */
async function issued(credential: { state: string; updated_at: string }, publish: boolean) {
  const paths: string[] = [];
  vi.stubGlobal('fetch', ({ method, url }: Request) => {
    const path = new URL(url).pathname;
    paths.push(`${method} ${path}`);
    const answer = path.includes('publi')
      ? { publication: { uuid: 'p' } }
      : { credential: { uuid: 'c', accredible_internal_id: 5, created_at: then, ...credential } };
    return Promise.resolve(Response.json(answer));
  });
  const { undo } = await issue({ name: 'Ada', email: 'ada@example.org' }, 7, publish, 'key');
  return { undo, paths };
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['was issued before', { state: 'published', updated_at: later }, true],
  ['was issued before, where a draft is wanted', { state: 'published', updated_at: later }, false],
  ['was a draft before, where a draft is wanted', { state: 'draft', updated_at: later }, false],
])('what the person had and what was changed cannot be taken back: it %s', async (_, credential, publish) => {
  const { undo, paths } = await issued(credential, publish);
  expect(undo).toBeNull();
  expect(paths).toEqual(['POST /v1/credentials']);
});

test.each([
  ['a new draft is deleted', { state: 'draft', updated_at: then }, false, 'DELETE /v1/credentials/c'],
  ['a new one is unpublished', { state: 'draft', updated_at: then }, true, 'POST /v1/publications/p/undo'],
  [
    'a draft that there was is unpublished',
    { state: 'draft', updated_at: later },
    true,
    'POST /v1/publications/p/undo',
  ],
])('it is taken back: %s', async (_, credential, publish, call) => {
  const { undo, paths } = await issued(credential, publish);
  await undo?.();
  expect(paths.at(-1)).toBe(call);
});
