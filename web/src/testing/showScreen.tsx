import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { useSession } from '../api/session';
import english from '../i18n/english';
import { Dialogs } from '../ui/dialog/Dialogs';
import { useDialogs } from '../ui/dialog/store';
import { theme } from '../ui/theme/theme';
import { Toasts } from '../ui/toast/Toasts';
import { useToasts } from '../ui/toast/toast';

// Also on a machine that is busy with something else.
configure({ asyncUtilTimeout: 20_000 });

const i18n = i18next.createInstance();
await i18n
  .use(initReactI18next)
  .init({ lng: 'en', resources: { en: { translation: english } }, interpolation: { escapeValue: false } });

// The environment of the tests loads no fonts; fields that grow listen for them.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

/** What the server says to a call; 200 without a status. */
export interface Said {
  status?: number;
  body: unknown;
}

interface ShowOptions {
  /** The address, and the route that takes it apart. */
  at?: string;
  route?: string;
  /** What the server says to each call: "GET /v1/exports". What is asked besides answers 404. */
  server: Record<string, Said>;
  /** False for someone who belongs to no department yet. */
  inDepartment?: boolean;
}

/** Shows a screen in English to an administrator, with a server of its own; gives what was asked of it. */
export function showScreen(
  screen: ReactNode,
  { at = '/', route = '*', server, inDepartment = true }: ShowOptions,
) {
  const asked: Request[] = [];
  vi.stubGlobal('fetch', (request: Request) => {
    asked.push(request);
    const { status = 200, body } = server[`${request.method} ${new URL(request.url).pathname}`] ?? NOTHING;
    return Promise.resolve(Response.json(body, { status }));
  });
  useSession.setState({
    status: 'signedIn',
    session: {
      permissions: [
        'manage_credentials',
        'publish_credentials',
        'manage_groups',
        'manage_designs',
        'revoke_credentials',
      ],
      user: { id: 1, name: 'Grace Hopper', email: 'grace@example.org' },
      departments: [],
      second_factor: { enrolled: false, required: false, required_from: null },
      department: inDepartment ? { id: 2, name: 'Guild' } : undefined,
    } as never,
  });
  const router = createMemoryRouter(
    [
      { path: route, element: screen },
      { path: '*', element: null },
    ],
    {
      initialEntries: [at],
    },
  );
  render(
    <I18nextProvider i18n={i18n}>
      <MantineProvider env="test" theme={theme}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <RouterProvider router={router} />
          <Toasts />
          <Dialogs />
        </QueryClientProvider>
      </MantineProvider>
    </I18nextProvider>,
  );
  return { user: userEvent.setup(), asked };
}

const NOTHING: Said = { status: 404, body: { errors: 'There is no such thing.', code: 'not_found' } };

/** Takes the screen away, with all that it said. */
export function takeAway(): void {
  cleanup();
  vi.unstubAllGlobals();
  useToasts.setState({ toasts: [] });
  useDialogs.getState().dismissAll();
}
