import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { noteFailedRequest } from '../api/errors';
import { showScreen, takeAway } from '../testing/showScreen';
import { ErrorPage } from './ErrorPage';

afterEach(() => {
  takeAway();
  document.head.replaceChildren();
});

test('every error page names the address of support where there is one', () => {
  const meta = document.createElement('meta');
  meta.name = 'support-email';
  meta.content = 'help@laurel.example';
  document.head.append(meta);
  showScreen(<ErrorPage detail="500" />, { server: {} });
  screen.getByText(/Write to .*help@laurel\.example/);
  expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toContain(
    'mailto:help@laurel.example',
  );
});

test('the email to support names the request that failed', () => {
  const meta = document.createElement('meta');
  meta.name = 'support-email';
  meta.content = 'help@laurel.example';
  document.head.append(meta);
  noteFailedRequest('0b8a3c5e-61f4');
  showScreen(<ErrorPage detail="HTTP 500" />, { server: {} });
  const href = screen.getByRole('link', { name: 'Contact support' }).getAttribute('href') ?? '';
  expect(decodeURIComponent(href)).toContain('HTTP 500\nRequest ID: 0b8a3c5e-61f4');
  noteFailedRequest(null);
});

test('without support there is only another try', () => {
  showScreen(<ErrorPage />, { server: {} });
  expect(screen.queryByRole('link')).toBeNull();
  screen.getByRole('button', { name: 'Try again' });
});
