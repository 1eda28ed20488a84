import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useSession } from '../../api/session';
import { showScreen, takeAway } from '../../testing/showScreen';
import { Component as TeamPage } from './TeamPage';

const member = {
  id: 9,
  name: 'Ada Byron',
  email: 'ada@example.org',
  status: 'active',
  role_id: 'viewer',
  department_permissions: [{ department_id: 2, permissions: { role_name: 'viewer' } }],
};

function show() {
  const shown = showScreen(<TeamPage />, {
    server: {
      'GET /v1/team_members': {
        body: { team_members: [member], meta: { current_page: 1, total_pages: 1, total_count: 1 } },
      },
      'GET /v1/roles': {
        body: {
          roles: [{ id: 'viewer', name: 'viewer', built_in: true, permissions: [], members_count: 1 }],
          grantable_permissions: [],
        },
      },
      'PUT /v1/team_members/9': { body: { team_member: member } },
    },
  });
  act(() =>
    useSession.setState(({ session }) => ({
      session: session && { ...session, permissions: ['manage_team'] },
    })),
  );
  return shown;
}

const changes = (asked: Request[]) => asked.filter(({ method }) => method === 'PUT');

afterEach(takeAway);

test('a member becomes administrator only after a question that names them and what the role allows', async () => {
  const { user, asked } = show();
  await user.click(await screen.findByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Make administrator' }));
  const question = await screen.findByRole('dialog', { name: /Ada Byron/ });
  within(question).getByText(/Administrators can do everything in this department/);
  expect(changes(asked)).toHaveLength(0);
  await user.click(within(question).getByRole('button', { name: 'Make administrator' }));
  await screen.findByText('The team member was saved.');
  expect(changes(asked)).toHaveLength(1);
});
