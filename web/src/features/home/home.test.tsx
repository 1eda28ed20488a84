import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showScreen, takeAway } from '../../testing/showScreen';
import { AttentionList } from './AttentionList';
import type { Home } from './api';

afterEach(takeAway);

const QUIET: Home['attention'] = {
  evidence: 0,
  name_changes: 0,
  emails: 0,
  expiring: 0,
  expiring_from: '2026-11-27',
  expiring_until: '2026-12-27',
  webhooks: 0,
  approvals: 0,
};

test('each thing that waits leads to the list where it is settled', () => {
  showScreen(<AttentionList attention={{ ...QUIET, evidence: 1, expiring: 10_001 }} />, { server: {} });
  const links = within(screen.getByRole('region', { name: 'Needs attention' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['1 piece of evidence to review', '/evidence'],
    [
      '10,000+ credentials expire in the next 30 days',
      '/credentials?state=published&expires_from=2026-11-27&expires_to=2026-12-27',
    ],
  ]);
});

test('nothing is shown when nothing waits', () => {
  showScreen(<AttentionList attention={QUIET} />, { server: {} });
  expect(screen.queryByText('Needs attention')).toBeNull();
});
