import { screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, expect, test } from 'vitest';
import { showScreen, takeAway } from '../../testing/showScreen';
import { Component as ClaimPage } from './ClaimPage';
import { Component as SsoPage } from './SsoPage';
import { Component as VerifyEmailPage } from './VerifyEmailPage';

afterEach(takeAway);

const PAGES: readonly [name: string, page: ComponentType, call: string, over: string][] = [
  ['SSO', SsoPage, 'POST /v1/universal/sso', 'Couldn’t sign you in'],
  [
    'email confirmation',
    VerifyEmailPage,
    'POST /v1/issuer_login/verify_email',
    'This link is no longer valid',
  ],
  ['invitation', ClaimPage, 'POST /v1/issuer_login/invitation', 'This invitation is no longer valid'],
];

test.each(PAGES)(
  '%s: a link that could not be checked is not called invalid',
  async (_, Page, call, over) => {
    const { user, asked } = showScreen(<Page />, {
      at: '/page?key=x&token=x',
      route: '/page',
      server: { [call]: { status: 500, body: {} } },
    });
    await screen.findByRole('heading', { name: 'Couldn’t check this link' });
    expect(screen.queryByText(over)).toBeNull();
    const before = asked.length;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await expect.poll(() => asked.length).toBeGreaterThan(before);
  },
);

test.each(PAGES)('%s: a link that the server rejects is called invalid', async (_, Page, call, over) => {
  showScreen(<Page />, {
    at: '/page?key=x&token=x',
    route: '/page',
    server: { [call]: { status: 422, body: { errors: { token: ['is incorrect'] } } } },
  });
  await screen.findByRole('heading', { name: over });
});
