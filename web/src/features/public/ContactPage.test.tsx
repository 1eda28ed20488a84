import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { showScreen, takeAway } from '../../testing/showScreen';
import { Component as ContactPage } from './ContactPage';

const NO_CAPTCHA = { 'GET /v1/captcha/challenge': { body: { kind: 'none' } } };
const AT = '/contact?credential=x5y&key=s3cret';

beforeEach(() => {
  const meta = document.createElement('meta');
  meta.name = 'support-email';
  meta.content = 'help@laurel.example';
  document.head.append(meta);
});

afterEach(() => {
  takeAway();
  document.head.replaceChildren();
});

test('a message to the issuer of a credential is sent as the one who is signed in, and thanked for', async () => {
  const server = { ...NO_CAPTCHA, 'POST /v1/public/contact': { body: { success: true } } };
  const { user, asked } = showScreen(<ContactPage />, { at: AT, route: '/contact', server });
  await user.type(screen.getByLabelText('Message'), 'Is this real?');
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  await screen.findByText('We reply within 2 working days.');
  expect(await asked.at(-1)?.json()).toMatchObject({
    name: 'Grace Hopper',
    email: 'grace@example.org',
    message: 'Is this real?',
    credential: 'x5y',
    key: 's3cret',
  });
});

test('a message that could not be sent names the address of support', async () => {
  const { user } = showScreen(<ContactPage />, { at: AT, route: '/contact', server: NO_CAPTCHA });
  await user.type(screen.getByLabelText('Message'), 'Is this real?');
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  await screen.findByText(/Check the form and send it again/);
  expect(screen.getByRole('link', { name: 'help@laurel.example' }).getAttribute('href')).toBe(
    'mailto:help@laurel.example',
  );
});

test('nothing is sent without a message', async () => {
  const { user, asked } = showScreen(<ContactPage />, { at: AT, route: '/contact', server: NO_CAPTCHA });
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  expect(asked).toHaveLength(0);
});

test('without a support address the page says so', () => {
  document.head.replaceChildren();
  showScreen(<ContactPage />, { at: '/contact', route: '/contact', server: {} });
  screen.getByText(/no support address/);
});
