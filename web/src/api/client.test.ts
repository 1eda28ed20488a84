import { afterEach, expect, test, vi } from 'vitest';
import { api, call, PATIENCE_MS } from './client';
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
