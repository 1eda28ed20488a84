import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { saveBlob } from '../../lib/saveBlob';
import { showScreen, takeAway } from '../../testing/showScreen';
import type { Credential } from './api';
import { FileLinks } from './FileLinks';

vi.mock('../../lib/saveBlob', () => ({ saveBlob: vi.fn() }));

afterEach(takeAway);

const credential = (id: number, name: string, superseded = false) =>
  ({
    uuid: `u-${id}`,
    encoded_id: `e${id}`,
    accredible_internal_id: id,
    name,
    state: 'published',
    issued_on: '2026-01-01',
    recipient: { name: 'Ana Silva', email: 'ana@example.org' },
    certificate: { image: { preview: null } },
    badge: { image: { preview: null } },
    superseded_by: superseded ? { id: 9, uuid: 'u-9', state: 'published' } : null,
  }) as unknown as Credential;

const SEARCH = {
  'POST /v1/credentials/search': {
    body: {
      credentials: [credential(1, 'Weaving'), credential(2, 'Dyeing'), credential(3, 'Spinning', true)],
      meta: { total_count: 3 },
    },
  },
};

test('a learner record holds the chosen credentials of the recipient and none that was renewed', async () => {
  const server = { ...SEARCH, 'POST /v1/credentials/learner_record': { body: { type: ['ClrCredential'] } } };
  const { user, asked } = showScreen(<FileLinks credential={credential(1, 'Weaving')} />, { server });
  await user.click(screen.getByRole('button', { name: 'Learner record (CLR)' }));
  await user.click(await screen.findByLabelText(/Dyeing/));
  expect(screen.queryByLabelText(/Spinning/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Download learner record' }));
  await waitFor(() => expect(saveBlob).toHaveBeenCalledWith(expect.anything(), 'Ana Silva.json'));
  const [search, record] = asked;
  expect(await search?.json()).toMatchObject({ email: 'ana@example.org', state: 'published,expired' });
  expect(await record?.json()).toMatchObject({ credential_ids: [1] });
});

test('a record that could not be signed keeps the dialog and says why', async () => {
  const refusal = { status: 422, body: { errors: 'Nothing to record.', code: 'badge.nothing_to_record' } };
  const server = { ...SEARCH, 'POST /v1/credentials/learner_record': refusal };
  const { user } = showScreen(<FileLinks credential={credential(1, 'Weaving')} />, { server });
  await user.click(screen.getByRole('button', { name: 'Learner record (CLR)' }));
  await screen.findByLabelText(/Weaving/);
  await user.click(screen.getByRole('button', { name: 'Download learner record' }));
  await screen.findByText('Nothing to record.');
});

test('what was revoked has no learner record', () => {
  const revoked = { ...credential(1, 'Weaving'), state: 'revoked' } as Credential;
  showScreen(<FileLinks credential={revoked} />, { server: {} });
  expect(screen.queryByRole('button', { name: 'Learner record (CLR)' })).toBeNull();
});
