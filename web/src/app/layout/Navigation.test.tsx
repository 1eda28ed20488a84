import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { showScreen, takeAway } from '../../testing/showScreen';
import { Navigation } from './Navigation';

const NAMES = '/v1/name_changes';
const EVIDENCE = '/v1/evidence_items';
const meta = (total_count: number) => ({ current_page: 1, total_pages: 1, total_count });
const ANSWERS = {
  [`GET ${NAMES}`]: { body: { name_changes: [], meta: meta(3) } },
  [`GET ${EVIDENCE}`]: { body: { evidence_items: [], meta: meta(2) } },
};
const paths = (requests: Request[]) => requests.map(({ url }) => new URL(url).pathname).sort();

afterEach(() => {
  vi.useRealTimers();
  takeAway();
});

test('the navigation counts what waits in the department', async () => {
  const { asked } = showScreen(<Navigation />, { server: ANSWERS });
  await screen.findByText('5');
  expect(paths(asked)).toEqual([EVIDENCE, NAMES]);
});

test('without a department, the navigation offers only to choose one, and asks for no counts', () => {
  const { asked } = showScreen(<Navigation />, { server: ANSWERS, inDepartment: false });
  screen.getByRole('button', { name: /^Choose a department/ });
  expect(screen.queryAllByRole('link')).toEqual([]);
  expect(paths(asked)).toEqual([]);
});

test('counts that are refused are not asked for again', async () => {
  vi.useFakeTimers();
  const { asked } = showScreen(<Navigation />, { server: {} });
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(paths(asked)).toEqual([EVIDENCE, NAMES]);
});

test('counts that are answered are asked for every minute', async () => {
  vi.useFakeTimers();
  const { asked } = showScreen(<Navigation />, { server: ANSWERS });
  await vi.advanceTimersByTimeAsync(3 * 60_000);
  expect(paths(asked).filter((path) => path === NAMES).length).toBeGreaterThan(2);
});
