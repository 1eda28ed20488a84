import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showScreen, takeAway } from '../../testing/showScreen';
import type { SigningKey } from './api';
import { RevokeDialog } from './RevokeDialog';

afterEach(takeAway);

const KEY = { name: 'z6Mk', algorithm: 'Ed25519', state: 'active' } as SigningKey;

function show(usage: { status?: number; body: unknown }) {
  return showScreen(<RevokeDialog signingKey={KEY} onClose={() => {}} />, {
    server: { 'GET /v1/issuer/signing_keys/z6Mk/usage': usage },
  });
}

test.each([
  [1, false, 'Revoke key and re-sign 1 credential'],
  [1240, false, 'Revoke key and re-sign 1,240 credentials'],
  [10_000, true, 'Revoke key and re-sign 10,000+ credentials'],
  [0, false, 'Revoke key'],
  [null, false, 'Revoke key'],
])(
  'the button that revokes a key names its credentials: %s',
  async (credential_count, count_is_capped, name) => {
    show({ body: { credential_count, count_is_capped } });
    await screen.findByText(/Do this if someone else may have the key/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false);
  },
);

test('a key can be revoked when its credentials could not be counted', async () => {
  show({ status: 500, body: { errors: 'No', code: 'internal' } });
  await screen.findByText(/every affected credential/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Revoke key' }).disabled).toBe(false);
});
