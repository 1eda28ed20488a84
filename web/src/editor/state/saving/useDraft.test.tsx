import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { boxAt, sheetOf } from '../../testing/sheet';
import { show } from '../../testing/show';
import { moveBlocks } from '../editing/place';
import { useDraft } from './useDraft';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Drafts() {
  useDraft();
  return null;
}

function changed() {
  const onKept = vi.fn();
  const { store } = show(sheetOf(boxAt(1, 1)), <Drafts />, { onKept });
  store.getState().change('move', (sheet) => moveBlocks(sheet, [0], 5, 0));
  vi.runAllTimers();
  return { onKept, store };
}

test('what is kept is told, with the version that it began from', () => {
  const { onKept, store } = changed();
  expect(onKept.mock.calls).toEqual([[1]]);
  store.getState().undo();
  vi.runAllTimers();
  expect(onKept).toHaveBeenCalledTimes(1);
  expect(localStorage.length).toBe(0);
});

test('what a browser refuses to keep is not told', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('', 'SecurityError');
  });
  expect(changed().onKept).not.toHaveBeenCalled();
});

test('what was changed just now is kept when the page goes away', () => {
  const { store } = show(sheetOf(boxAt(1, 1)), <Drafts />);
  store.getState().change('move', (sheet) => moveBlocks(sheet, [0], 5, 0));
  expect(localStorage.length).toBe(0);
  window.dispatchEvent(new Event('pagehide'));
  expect(localStorage.length).toBe(1);
});
