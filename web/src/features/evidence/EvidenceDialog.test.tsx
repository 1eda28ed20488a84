import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { MAX_FILE_BYTES } from '../../api/uploads';
import english from '../../i18n/english';
import { EvidenceDialog } from './EvidenceDialog';

const i18n = i18next.createInstance();
await i18n
  .use(initReactI18next)
  .init({ lng: 'en', resources: { en: { translation: english } }, interpolation: { escapeValue: false } });

// The environment of the tests loads no fonts; fields that grow listen for them.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

/** Shows the dialog with a server that gives the same answer to every call. */
function show(status = 200, body: unknown = {}) {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(Response.json(body, { status }))),
  );
  const done = vi.fn(() => Promise.resolve());
  render(
    <I18nextProvider i18n={i18n}>
      <MantineProvider env="test">
        <EvidenceDialog uuid="3f6c1d52-8a0e-4f7b-9c41-5d2b7e90aa16" onClose={() => undefined} onDone={done} />
      </MantineProvider>
    </I18nextProvider>,
  );
  return { user: userEvent.setup(), done };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const chooser = () => {
  const found = document.querySelector('input[type=file]');
  if (!(found instanceof HTMLInputElement)) throw new Error('no way to choose a file');
  return found;
};

async function choose(kind: string, user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole('combobox', { name: 'Type' }));
  await user.click(await screen.findByRole('option', { name: kind }));
}

test('a file that is too large is told with the largest size', async () => {
  const { user } = show();
  const file = new File(['x'], 'film.mp4');
  Object.defineProperty(file, 'size', { value: MAX_FILE_BYTES + 1 });
  await user.upload(chooser(), file);
  expect((await screen.findByRole('alert')).textContent).toMatch(/too large.*20/);
});

test('a picture that is none has an invalid file type for evidence', async () => {
  const { user } = show();
  await choose('Image', user);
  await user.upload(chooser(), new File(['%PDF'], 'record.pdf', { type: 'application/pdf' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Invalid file type for evidence');
});

test('a file that the store does not take is told as an upload that failed', async () => {
  const { user } = show(503, { errors: 'down', code: 'upload.store_unavailable' });
  await user.upload(chooser(), new File(['x'], 'loom.txt'));
  expect((await screen.findByRole('alert')).textContent).toBe('The file couldn’t be uploaded. Try again.');
});

test('what the server refuses stands at its field, and the dialog stays', async () => {
  const { user, done } = show(422, { errors: { url: ['Enter an address.'] }, code: 'invalid' });
  await choose('Link', user);
  await user.click(screen.getByRole('button', { name: 'Add evidence' }));
  expect(await screen.findByText('Enter an address.')).toBeTruthy();
  expect(done).not.toHaveBeenCalled();
});
