import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepRecipientSecret } from '../../../api/credentials';
import { showScreen, takeAway } from '../../../testing/showScreen';
import { WalletPage } from './WalletPage';

const facets = {
  issuers: [{ id: 2, name: 'Guild', count: 3 }],
  years: [{ year: 2025, count: 3 }],
  states: [{ state: 'published', count: 3 }],
  skills: [],
  elsewhere: [],
};
const several = {
  ...facets,
  issuers: [...facets.issuers, { id: 3, name: 'School', count: 7 }],
  years: [...facets.years, { year: 2024, count: 7 }],
};
const none = {
  credentials: [],
  meta: { page_size: 40, current_page: 1, total_count: 0, total_pages: 0 },
  next_cursor: '',
};

function wallet(at: string, found: object, more: Parameters<typeof showScreen>[1]['server'] = {}) {
  const { asked } = showScreen(<WalletPage Frame={({ children }) => children} />, {
    at,
    server: {
      'GET /v1/recipient/session': {
        body: { recipient: { name: 'Ada', email: 'ada@example.org', level: 'full' } },
      },
      'GET /v1/recipient/credentials': { body: found },
      ...more,
    },
  });
  const listed = () =>
    asked
      .map(({ url }) => new URL(url))
      .filter(({ pathname }) => pathname.endsWith('/credentials'))
      .map(({ searchParams }) => Object.fromEntries(searchParams));
  return { asked, listed };
}

const card = (uuid: string, name: string) => ({
  uuid,
  name,
  private: uuid === 'a1',
  language: 'en',
  issuer: { name: 'Guild' },
  issued_on: '2025-03-01',
  verdict: { status: 'valid' },
  url: `https://x.example/${uuid}`,
  certificate: null,
  badge: null,
  superseded_by: null,
});
const two = {
  ...none,
  facets,
  credentials: [card('a1', 'Weaving'), card('b2', 'Dyeing')],
  meta: { ...none.meta, total_count: 2, total_pages: 1 },
};

beforeEach(() => keepRecipientSecret('laurel_recipient_session_x'));
afterEach(() => {
  takeAway();
  keepRecipientSecret(null);
  localStorage.clear();
});

test('an address narrows and sorts the wallet, and one press shows all of it', async () => {
  const { listed } = wallet('/me?state=expired&issuer_id=2,3&query=weav&sort=name', {
    ...none,
    facets: several,
  });
  await screen.findByText(/^Issuer: .*Guild.* or .*School/);
  const page = { facets: 'true', page_size: '40' };
  expect(listed()).toEqual([{ ...page, search: 'weav', sort: 'name', state: 'expired', issuer_id: '2,3' }]);
  screen.getByText(/^Status: .*Expired/);
  fireEvent.click(screen.getByText('Show all'));
  await waitFor(() => expect(listed().at(-1)).toEqual({ ...page, sort: 'name' }));
});

test('what makes no difference is not offered, and an order that nobody knows is not asked for', async () => {
  const { listed } = wallet('/me?state=revoked&sort=grade', { ...none, facets });
  await screen.findByText('No matching credentials');
  fireEvent.click(screen.getByText('Add filter'));
  await screen.findByText('Expires');
  expect(screen.getByRole('menu').textContent).toBe('IncludesIssuedExpires');
  expect(listed()).toEqual([{ facets: 'true', page_size: '40', state: 'revoked' }]);
});

test('a filter says how many credentials each of its values has', async () => {
  wallet('/me', { ...two, facets: several });
  await screen.findByText('2 credentials');
  fireEvent.click(screen.getByText('Add filter'));
  fireEvent.click(await screen.findByText('Year'));
  await screen.findByLabelText('2024 7');
});

test('the view is remembered', async () => {
  wallet('/me', two);
  fireEvent.click(await screen.findByRole('radio', { name: 'List' }));
  expect((await screen.findByText('Weaving')).closest('ul')?.dataset.view).toBe('list');
  takeAway();
  wallet('/me', two);
  expect((await screen.findByText('Weaving')).closest('ul')?.dataset.view).toBe('list');
});

test('selected credentials are downloaded, and a refusal is told', async () => {
  const { asked } = wallet('/me', two, {
    'POST /v1/recipient/archive': { status: 429, body: { errors: 'Too many archives', code: 'too_many' } },
  });
  fireEvent.click(await screen.findByRole('checkbox', { name: /Select .*Dyeing/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Download 1 as ZIP' }));
  await screen.findByText('Too many archives');
  const sent = asked.find(({ url }) => url.endsWith('/archive'));
  expect(await sent?.json()).toMatchObject({ credential_ids: ['b2'] });
  screen.getByRole('button', { name: 'Download 1 as ZIP' });
});

test('issuers that know another address are named, the address is not', async () => {
  wallet('/me', { ...two, facets: { ...facets, elsewhere: [{ id: 2, name: 'Guild' }] } });
  await screen.findByText(/Guild.* also issued credentials to you at another email address/);
  expect(screen.getByRole('link', { name: /Add that address/ }).getAttribute('href')).toBe('/me/settings');
});

test('all matching credentials are downloaded, also those that were not loaded', async () => {
  const { asked, listed } = wallet(
    '/me?query=weav',
    { ...two, next_cursor: '', meta: { ...two.meta, total_count: 3 } },
    {
      'POST /v1/recipient/archive': {
        status: 404,
        body: { errors: 'Not there', code: 'credential.not_found' },
      },
    },
  );
  fireEvent.click(await screen.findByLabelText('Select all shown'));
  fireEvent.click(screen.getByRole('button', { name: 'Select all 3 matching' }));
  fireEvent.click(screen.getByRole('button', { name: 'Download 3 as ZIP' }));
  await screen.findByText('Not there');
  expect(listed().at(-1)).toEqual({ search: 'weav', sort: '-issued_on', page_size: '1000' });
  const sent = asked.find(({ url }) => url.endsWith('/archive'));
  expect(await sent?.json()).toMatchObject({ credential_ids: ['a1', 'b2'] });
});

test('an archive that arrives is saved, and the selection stays', async () => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  );
  wallet('/me', two, { 'POST /v1/recipient/archive': { body: 'PK' } });
  fireEvent.click(await screen.findByRole('checkbox', { name: /Select .*Weaving/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Download 1 as ZIP' }));
  await screen.findByText('ZIP downloaded');
  screen.getByText('1 selected');
});
