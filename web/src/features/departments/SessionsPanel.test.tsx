import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useSession } from '../../api/session';
import { showScreen, takeAway } from '../../testing/showScreen';
import { SessionsPanel } from './SessionsPanel';

afterEach(takeAway);

const POLICY = { second_factor_from: null, session_idle_hours: 8, session_hours: null, allowed_networks: [] };

function show(put: { status?: number; body: unknown }) {
  const shown = showScreen(<SessionsPanel />, {
    server: {
      'GET /v1/sign_in_policy': { body: { sign_in_policy: POLICY } },
      'PUT /v1/sign_in_policy': put,
    },
  });
  act(() =>
    useSession.setState((state) => ({
      session: { ...state.session, permissions: ['manage_team'] } as never,
    })),
  );
  return shown;
}

test('limits and networks are saved, one network a line, and the second factor is left alone', async () => {
  const saved = {
    ...POLICY,
    session_idle_hours: null,
    session_hours: 12,
    allowed_networks: ['203.0.113.0/24'],
  };
  const { user, asked } = show({ body: { sign_in_policy: saved } });
  const idle = await screen.findByLabelText('Idle limit in hours');
  expect((idle as HTMLInputElement).value).toBe('8');
  await user.clear(idle);
  await user.type(screen.getByLabelText('Session limit in hours'), '12');
  const networks = screen.getByLabelText<HTMLTextAreaElement>('Allowed networks');
  await user.type(networks, '203.0.113.9/24{enter}2001:db8::/32{enter}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Department saved');
  const put = asked.find(({ method }) => method === 'PUT');
  expect(await put?.json()).toEqual({
    sign_in_policy: {
      session_idle_hours: null,
      session_hours: 12,
      allowed_networks: ['203.0.113.9/24', '2001:db8::/32'],
    },
  });
  expect(networks.value).toBe('203.0.113.0/24');
});

test('a list without the own address is refused at its field', async () => {
  const message = 'Your own address, 198.51.100.9, is not in the list.';
  const { user } = show({ status: 422, body: { errors: { allowed_networks: [message] } } });
  const networks = await screen.findByLabelText('Allowed networks');
  await user.type(networks, '203.0.113.0/24');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(message);
  expect(networks.getAttribute('aria-invalid')).toBe('true');
});
