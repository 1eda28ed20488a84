import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createUploadStore, DONE_MS, FAILED_MS } from './store';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('an upload says how far it is, and leaves a second after it is there', () => {
  const store = createUploadStore();
  const id = store.getState().start('seal.png');
  store.getState().progress(id, 0.5);
  expect(store.getState().uploads).toMatchObject([{ name: 'seal.png', part: 0.5, state: 'sending' }]);
  store.getState().done(id);
  vi.advanceTimersByTime(DONE_MS - 1);
  expect(store.getState().uploads).toMatchObject([{ part: 1, state: 'done' }]);
  vi.advanceTimersByTime(1);
  expect(store.getState().uploads).toEqual([]);
});

test('a refusal is shown for two seconds, and leaves others alone', () => {
  const store = createUploadStore();
  const refused = store.getState().start('notes.txt');
  store.getState().start('seal.png');
  store.getState().fail(refused, 'No picture.');
  expect(FAILED_MS).toBe(2000);
  vi.advanceTimersByTime(FAILED_MS - 1);
  expect(store.getState().uploads[0]).toMatchObject({ state: 'failed', problem: 'No picture.' });
  vi.advanceTimersByTime(1);
  expect(store.getState().uploads).toMatchObject([{ name: 'seal.png' }]);
});
