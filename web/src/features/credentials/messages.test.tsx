import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import english from '../../i18n/english';
import { Dialogs } from '../../ui/dialog/Dialogs';
import { Toasts } from '../../ui/toast/Toasts';
import { useToasts } from '../../ui/toast/toast';
import type { Credential, Group } from './api';
import { CredentialForm } from './CredentialForm';
import { CredentialNotices } from './CredentialNotices';
import { credentialValues } from './credentialForm';
import { ExpiryDialog } from './ExpiryDialog';
import { ImageField } from './ImageField';
import { useCredentialActions } from './useCredentialActions';
import { useCredentialForm } from './useCredentialForm';

const i18n = i18next.createInstance();
await i18n
  .use(initReactI18next)
  .init({ lng: 'en', resources: { en: { translation: english } }, interpolation: { escapeValue: false } });

// Calls speak through the one of the application.
await i18next.init({ lng: 'en', resources: { en: { translation: english } } });

// The environment of the tests loads no fonts; fields that grow listen for them.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

const ana = {
  uuid: '3f6c1d52-8a0e-4f7b-9c41-5d2b7e90aa16',
  accredible_internal_id: 7,
  state: 'published',
  recipient: { name: 'Ana Silva', email: 'ana@example.org' },
  issued_on: '2026-01-01',
  expired_on: '2026-06-30',
  custom_attributes: {},
  grade: null,
} as unknown as Credential;
const group = {
  id: 1,
  course_name: 'Weaving',
  course_description: '',
  auto_expiry: null,
  grade_bands: [],
} as unknown as Group;

type Answer = { status?: number; body: unknown };

/** Shows a screen whose server gives the same answer to every call. */
function show(screenToShow: ReactNode, { status = 200, body }: Answer = { body: {} }) {
  const fetch = vi.fn((_: Request) => Promise.resolve(Response.json(body, { status })));
  vi.stubGlobal('fetch', fetch);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <I18nextProvider i18n={i18n}>
      <MantineProvider env="test">
        <QueryClientProvider client={queries}>
          <MemoryRouter>
            {screenToShow}
            <Toasts />
            <Dialogs />
          </MemoryRouter>
        </QueryClientProvider>
      </MantineProvider>
    </I18nextProvider>,
  );
  return { user: userEvent.setup(), fetch };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useToasts.setState({ toasts: [] });
});

function Acts() {
  const actions = useCredentialActions();
  return (
    <>
      <button type="button" onClick={() => void actions.remove(ana)}>
        remove
      </button>
      <button type="button" onClick={() => void actions.resend(ana)}>
        resend
      </button>
      <button type="button" onClick={() => void actions.copyRecipientLink(ana)}>
        recipient link
      </button>
    </>
  );
}

test('a deleted credential is told with a way back', async () => {
  const { user } = show(<Acts />);
  await user.click(screen.getByText('remove'));
  await user.click(await screen.findByRole('button', { name: 'Delete 1 credential' }));
  await screen.findByText('1 credential deleted.');
  screen.getByRole('button', { name: 'Undo' });
});

test('a mail that was sent again names its address', async () => {
  const { user } = show(<Acts />);
  await user.click(screen.getByText('resend'));
  await screen.findByText('The email to ana@example.org is on its way.');
});

test('a recipient link that could not be had is told, and to try later', async () => {
  const { user } = show(<Acts />, { status: 503, body: { errors: 'down', code: 'unavailable' } });
  await user.click(screen.getByText('recipient link'));
  await screen.findByText('Could not retrieve Recipient Link');
  screen.getByText('Try again later.');
});

test('a credential that was ended is told as expired', async () => {
  const onClose = vi.fn();
  const { user, fetch } = show(<ExpiryDialog credential={ana} onClose={onClose} />, {
    body: { credential: { ...ana, state: 'expired' } },
  });
  await user.click(await screen.findByLabelText('Expire now'));
  await user.click(screen.getByRole('button', { name: 'Save expiry' }));
  await screen.findByText('The credential has expired.');
  const sent = (await fetch.mock.calls[0]?.[0].json()) as { credential: { expired_on: string } };
  expect(sent.credential.expired_on < new Date().toISOString()).toBe(true);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

test('a new last day without credits is refused in words, and the dialog stays', async () => {
  const onClose = vi.fn();
  const { user } = show(<ExpiryDialog credential={ana} onClose={onClose} />, {
    status: 409,
    body: { errors: english.errors.credential.expiry_credits, code: 'credential.expiry_credits' },
  });
  await user.click(await screen.findByLabelText('Never'));
  await user.click(screen.getByRole('button', { name: 'Save expiry' }));
  await screen.findByText('Error saving the credential');
  screen.getByText(/^Expiry change requires credits\./);
  expect(onClose).not.toHaveBeenCalled();
});

test('a server that gave no answer in time is told, and the dialog stays', async () => {
  const onClose = vi.fn();
  const { user, fetch } = show(<ExpiryDialog credential={ana} onClose={onClose} />);
  fetch.mockRejectedValue(new TypeError('Failed to fetch'));
  await user.click(await screen.findByLabelText('Never'));
  await user.click(screen.getByRole('button', { name: 'Save expiry' }));
  await screen.findByText('Couldn’t reach the server. Check your connection and try again.');
  expect(onClose).not.toHaveBeenCalled();
});

function Form({ refuse }: { refuse: () => Promise<void> }) {
  const form = useCredentialForm(credentialValues(ana, []), []);
  return (
    <form noValidate onSubmit={(event) => void form.submit(refuse)(event)}>
      <CredentialForm form={form} group={group} attributes={[]} used={[]} isNew={false} />
      <button type="submit">save</button>
    </form>
  );
}

test('a credential that could not be saved says so', async () => {
  const { user } = show(<Form refuse={() => Promise.reject(new Error('no'))} />);
  await user.click(screen.getByText('save'));
  await screen.findByText('Error saving the credential');
});

test('a grade must be a percentage from 0 to 100', async () => {
  const save = vi.fn();
  const { user } = show(<Form refuse={save} />);
  await user.type(screen.getByLabelText('Grade (%)'), '101');
  await user.click(screen.getByText('save'));
  await screen.findByText(english.validation.percent);
  expect(save).not.toHaveBeenCalled();
});

test('a draft that no credit was left for says where to get one', () => {
  const draft = { ...ana, state: 'draft', publish_refusal: 'insufficient_credits' } as Credential;
  show(<CredentialNotices credential={draft} onPublish={() => undefined} />);
  screen.getByText('Could not publish credentials');
  screen.getByText(/Go to Billing/);
});

/** Chooses a picture of the recipient as a dropped one comes. */
function choosePicture(file: File) {
  const field = { name: 'photo', label: 'Photo', value: '', onChange: () => undefined };
  show(<ImageField field={field as unknown as Parameters<typeof ImageField>[0]['field']} />, {
    status: 503,
    body: { errors: 'down', code: 'upload.store_unavailable' },
  });
  const chooser = document.querySelector('input[type=file]');
  if (!chooser) throw new Error('no way to choose a file');
  fireEvent.change(chooser, { target: { files: [file] } });
}

test('a picture that is too large is told with the largest size', async () => {
  const file = new File(['x'], 'ana.png', { type: 'image/png' });
  Object.defineProperty(file, 'size', { value: 5 * 1024 * 1024 + 1 });
  choosePicture(file);
  await screen.findByText(/too large.*5/);
});

test('a picture that did not arrive is told as an upload that failed', async () => {
  choosePicture(new File(['x'], 'ana.png', { type: 'image/png' }));
  await screen.findByText('The file couldn’t be uploaded. Try again.');
});
