import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showScreen, takeAway } from '../../testing/showScreen';
import { Component as SsoPage } from './SsoPage';

afterEach(takeAway);

const show = (address: string) =>
  showScreen(<SsoPage />, {
    at: `/sso?key=x&redirect_to=${encodeURIComponent(address)}`,
    route: '/sso',
    server: {},
  });

test('a sign-in that failed leads back only after the whole address was shown', async () => {
  const { user } = show('https://me:pw@school.example/course?token=s3cret');
  await user.click(await screen.findByRole('button', { name: /Go back to .*school\.example/ }));
  screen.getByText(/sent to .*https:\/\/school\.example\/course.* Continue only if you trust it/);
  screen.getByRole('button', { name: 'I trust this site' });
});

test('an address that is none of the web leads nowhere', async () => {
  show('javascript:alert(1)');
  await screen.findByText('Couldn’t sign you in');
  expect(screen.queryByRole('button', { name: /Go back/ })).toBeNull();
});
