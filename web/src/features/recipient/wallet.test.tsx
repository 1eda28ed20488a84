import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepRecipientSecret } from '../../api/credentials';
import { showScreen, takeAway } from '../../testing/showScreen';
import { WalletPage } from './WalletPage';

const none = { credentials: [], meta: { page_size: 20, current_page: 1, total_count: 0, total_pages: 0 } };

function wallet(at: string, issuers: { id: number; name: string }[]) {
  const { asked } = showScreen(<WalletPage Frame={({ children }) => children} />, {
    at,
    server: {
      'GET /v1/recipient/session': {
        body: { recipient: { name: 'Ada', email: 'ada@example.org', level: 'full' } },
      },
      'GET /v1/recipient/credentials': { body: none },
      'GET /v1/recipient/credential_filters': { body: { issuers, skills: [] } },
    },
  });
  return () =>
    asked
      .map(({ url }) => new URL(url))
      .filter(({ pathname }) => pathname.endsWith('/credentials'))
      .map(({ searchParams }) => Object.fromEntries(searchParams));
}

beforeEach(() => keepRecipientSecret('laurel_recipient_session_x'));
afterEach(() => {
  takeAway();
  keepRecipientSecret(null);
});

test('an address narrows and sorts the wallet, and one press shows all of it', async () => {
  const listed = wallet('/wallet?state=expired&issuer_id=2,3&query=weav&sort=name', [
    { id: 2, name: 'Guild' },
    { id: 3, name: 'School' },
  ]);
  await screen.findByText(/^Issuer: .*Guild.* or .*School/);
  expect(listed()).toEqual([
    { page: '1', page_size: '20', search: 'weav', sort: 'name', state: 'expired', issuer_id: '2,3' },
  ]);
  screen.getByText(/^Status: .*Expired/);
  fireEvent.click(screen.getByText('Show all'));
  await waitFor(() => expect(listed().at(-1)).toEqual({ page: '1', page_size: '20', sort: 'name' }));
});

test('what makes no difference is not offered, and an order that nobody knows is not asked for', async () => {
  const listed = wallet('/wallet?state=revoked&sort=grade', [{ id: 2, name: 'Guild' }]);
  await screen.findByText('No matching credentials');
  fireEvent.click(screen.getByText('Add filter'));
  await screen.findByText('Expires');
  const offered = screen.getByRole('menu').textContent;
  expect(offered).toBe('IncludesIssuedExpires');
  expect(listed()).toEqual([{ page: '1', page_size: '20', state: 'revoked' }]);
});
