import { screen } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api, call } from '../api/client';
import { useSession } from '../api/session';
import english from '../i18n/english';
import { showScreen, takeAway } from '../testing/showScreen';
import { announceRefusals } from './refusals';
import type { AppRouter } from './router';

await i18next.init({ lng: 'en', resources: { en: { translation: english } } });

const went: unknown[] = [];
const router = {
  state: { location: { pathname: '/credentials', search: '' } },
  navigate: (to: unknown) => Promise.resolve(void went.push(to)),
} as unknown as AppRouter;

/** Asks twice at once, as screens do that need several things. */
async function refuse(status: number, errors: string | null, code?: string) {
  showScreen(null, { server: { 'POST /v1/issuer/groups/search': { status, body: { errors, code } } } });
  announceRefusals(router);
  const ask = () => call(api.POST('/issuer/groups/search', { body: {} }));
  const answers = await Promise.allSettled([ask(), ask()]);
  expect(answers.map((answer) => answer.status)).toEqual(['rejected', 'rejected']);
}

beforeEach(() => {
  went.length = 0;
});
afterEach(takeAway);

test('too many requests are told once, with the high demand', async () => {
  await refuse(429, 'slow down');
  await screen.findByText(/^Due to high demand, your request could not be processed\./);
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});

test('a missing permission is told as Access Denied, with what it is for', async () => {
  await refuse(403, 'You do not have permission to publish credentials. Ask your administrator.');
  await screen.findByText('Access Denied');
  screen.getByText(/do not have permission to publish credentials/);
});

test('a missing permission is told in words, with who to ask', async () => {
  await refuse(403, 'Access Denied, …', 'manage_designs');
  await screen.findByText('Access Denied');
  screen.getByText(/^You do not have permission to manage designs\. Ask your administrator in .+\.$/);
});

test('whoever is not signed in any more comes to sign-in and is told why', async () => {
  await refuse(401, null);
  await screen.findByText(/^You have been signed out for security\./);
  expect(useSession.getState().status).not.toBe('signedIn');
  expect(went).toEqual(['/sign-in?next=%2Fcredentials']);
});
