import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import english from '../../i18n/english';
import type { Publication } from './api';
import { PublicationResult } from './PublicationResult';

const i18n = i18next.createInstance();
await i18n
  .use(initReactI18next)
  .init({ lng: 'en', resources: { en: { translation: english } }, interpolation: { escapeValue: false } });

function show(change: Partial<Publication>) {
  const publication = {
    uuid: '3f6c1d52-8a0e-4f7b-9c41-5d2b7e90aa16',
    state: 'finished',
    input_count: 3,
    published_count: 3,
    refused_count: 0,
    sending_email: true,
    not_published: [],
    can_undo: false,
    undone_at: null,
    ...change,
  } as unknown as Publication;
  render(
    <I18nextProvider i18n={i18n}>
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <MemoryRouter>
            <PublicationResult publication={publication} />
          </MemoryRouter>
        </QueryClientProvider>
      </MantineProvider>
    </I18nextProvider>,
  );
}

afterEach(cleanup);

test('what was published is counted, and the mails are told', () => {
  show({});
  screen.getByText('Published 3 of 3 credentials');
  screen.getByText('Emails to recipients are on their way.');
});

test('what no credit was left for is told with the way to more', () => {
  const refusal = {
    credential_id: 7,
    recipient_name: 'Ana Silva',
    reason: 'insufficient_credits',
    message: 'Not enough credits.',
  };
  show({ published_count: 2, refused_count: 1, not_published: [refusal] });
  screen.getByText('Published 2 of 3 credentials');
  screen.getByText('Could not publish credentials');
  screen.getByText(/above your plan limit.*Go to Billing/);
  screen.getByText('Ana Silva');
});

const icon = (name: string) => document.querySelector(`.tabler-icon-${name}`);

test('a publication that stopped has a warning, and a button for whoever may resume it', () => {
  const stop = {
    code: 'starter.key_ended',
    message: 'The API key was revoked.',
    not_done_count: 2,
    can_resume: true,
  };
  show({ published_count: 1, stop } as Partial<Publication>);
  screen.getByText('The API key was revoked.');
  screen.getByRole('button', { name: 'Resume 2 remaining' });
  expect(icon('alert-triangle')).not.toBeNull();
  expect(icon('check')).toBeNull();
  cleanup();
  show({ published_count: 1, stop: { ...stop, can_resume: false } } as Partial<Publication>);
  expect(screen.queryByRole('button', { name: /Resume/ })).toBeNull();
});

test('a publication that was done has a tick', () => {
  show({});
  expect(icon('check')).not.toBeNull();
  expect(icon('alert-triangle')).toBeNull();
});
