import { afterEach, expect, test, vi } from 'vitest';
import { api, call, callWithResponse, PATIENCE_MS } from './client';
import { type ApiError, NO_ANSWER } from './errors';

/** A server that never says a word; like the browser's own, the call ends when it is told to. */
function silence() {
  const fetch = vi.fn(
    (_: Request, { signal }: { signal: AbortSignal }) =>
      new Promise<Response>((_resolve, reject) => {
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

const ask = (signal?: AbortSignal) =>
  call(api.POST('/issuer/groups/search', { body: {}, ...(signal && { signal }) })).then(
    () => expect.unreachable('an answer'),
    (error: unknown) => error,
  );

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a request that gets no answer ends by itself, as one without an answer', async () => {
  vi.useFakeTimers();
  const fetch = silence();
  const ended = ask();
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled(), { timeout: 20_000 });
  await vi.advanceTimersByTimeAsync(PATIENCE_MS);
  expect(((await ended) as ApiError).status).toBe(NO_ANSWER);
});

test('a request that nobody wants any more is no failure', async () => {
  const fetch = silence();
  const wish = new AbortController();
  const ended = ask(wish.signal);
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled(), { timeout: 20_000 });
  wish.abort();
  expect(((await ended) as DOMException).name).toBe('AbortError');
});

test('the token of the design maker is neither stored nor replaced by the user’s session', async () => {
  localStorage.setItem('authorization', 'session');
  const fetch = vi.fn(async (request: Request) => {
    const found = request.url.endsWith('/embed/exchange');
    return new Response('{}', {
      status: found ? 200 : 401,
      headers: { 'Content-Type': 'application/json', authorization: 'laurel_edit_1' },
    });
  });
  vi.stubGlobal('fetch', fetch);
  await callWithResponse(api.POST('/embed/exchange', { body: { authorization: 'code' } as never }));
  expect(localStorage.getItem('authorization')).toBe('session');
  const maker = {
    onRequest({ request }: { request: Request }) {
      request.headers.set('authorization', 'Bearer laurel_edit_1');
      return request;
    },
  };
  api.use(maker);
  await expect(
    call(api.GET('/certificate_designs/read', { params: { query: { id: 1 } } })),
  ).rejects.toThrow();
  api.eject(maker);
  expect(fetch).toHaveBeenCalledTimes(2);
});
