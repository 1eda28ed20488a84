import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import english from '../../i18n/english';
import { type Said, showScreen, takeAway } from '../../testing/showScreen';
import { ConfirmPage } from './ConfirmPage';
import { NameChangeDialog } from './NameChangeDialog';

const UUID = '3f6c1d52-8a0e-4f7b-9c41-5d2b7e90aa16';

async function ask(answer: Said, name = 'Anna Silva', again = name) {
  const { user, asked } = showScreen(
    <NameChangeDialog
      credential={
        { uuid: UUID, recipient: { name: 'Ana Silva' }, issuer: { name: 'Weavers' } } as Parameters<
          typeof NameChangeDialog
        >[0]['credential']
      }
      onClose={() => undefined}
    />,
    { server: { [`POST /v1/recipient/credentials/${UUID}/name_changes`]: answer } },
  );
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });
  type('Correct name', name);
  type('Confirm the name', again);
  await user.click(screen.getByRole('combobox', { name: 'Reason' }));
  await user.click(await screen.findByRole('option', { name: 'Spelling mistake' }));
  await user.click(screen.getByRole('button', { name: 'Send request' }));
  return asked;
}

afterEach(takeAway);

test('a request that went to the issuer is told, and that a mail will come', async () => {
  await ask({ status: 201, body: { name_change: { id: 3, state: 'pending' } } });
  await screen.findByText('Request sent. We’ll email you when it’s decided.');
});

test('a tiny correction that the rule made is told as made', async () => {
  await ask({ status: 201, body: { name_change: { id: 3, state: 'auto_approved' } } });
  await screen.findByText('Your name was corrected.');
});

test('two names that differ are not sent', async () => {
  const asked = await ask({ body: {} }, 'Anna Silva', 'Anna Sylva');
  await screen.findByText('The names don’t match.');
  expect(asked).toEqual([]);
});

test('a second request while one waits is refused in words', async () => {
  await ask({ status: 409, body: { errors: english.errors.name_change.open, code: 'name_change.open' } });
  await screen.findByText(/^There is already a pending request for this credential\./);
});

const confirmation = (answer: Said) =>
  showScreen(<ConfirmPage Frame={({ children }) => children} />, {
    at: '/confirm-address?token=laurel_address_x',
    server: { 'POST /v1/public/name_changes/confirm': answer },
  });

test('an address is confirmed by the button alone', async () => {
  const { user, asked } = confirmation({ body: { success: true } });
  const button = await screen.findByRole('button', { name: 'Confirm address' });
  expect(asked).toEqual([]);
  await user.click(button);
  await screen.findByRole('heading', { name: 'Address confirmed' });
  expect(await asked[0]?.json()).toMatchObject({ secret: 'laurel_address_x' });
});

test('a link that is over says what to do', async () => {
  const { user } = confirmation({ status: 404, body: { errors: 'no', code: 'name_change.link' } });
  await user.click(await screen.findByRole('button', { name: 'Confirm address' }));
  await screen.findByRole('heading', { name: 'This link has expired' });
  expect(screen.queryByRole('button', { name: 'Confirm address' })).toBeNull();
});
