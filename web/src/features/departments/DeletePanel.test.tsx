import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useSession } from '../../api/session';
import { showScreen, takeAway } from '../../testing/showScreen';
import { DeletePanel } from './DeletePanel';

afterEach(takeAway);

const meta = (total_count: number) => ({ meta: { total_count } });
const SERVER = {
  'POST /v1/credentials/count': { body: { total_count: 1240, states: {} } },
  'POST /v1/issuer/groups/search': { body: meta(12) },
  'POST /v1/certificate_designs/all': { body: meta(5) },
  'GET /v1/team_members': { body: meta(4) },
  'GET /v1/issuer/api_keys': { body: { api_keys: [{}, {}, {}] } },
  'POST /v1/departments/delete': { body: { success: true } },
  'POST /v1/issuer_login/select_department': {
    body: { department: { id: 3, name: 'Other' }, departments: [{ id: 3 }], permissions: [], user: {} },
  },
};

/** Shows the panel to an administrator of these departments. */
function show(departments: readonly number[]) {
  const shown = showScreen(<DeletePanel />, { server: SERVER });
  act(() =>
    useSession.setState((state) => ({
      session: {
        ...state.session,
        permissions: ['manage_team'],
        departments: departments.map((id) => ({ id })),
      } as never,
    })),
  );
  return shown;
}

test('a department is deleted once its name was typed below the consequences in numbers', async () => {
  const { user, asked } = show([2, 3]);
  await user.click(screen.getByRole('button', { name: 'Delete department' }));
  const field = await screen.findByRole('textbox');
  expect(screen.getAllByText('1,240')).toHaveLength(2);
  for (const number of ['12', '5', '4', '3']) screen.getByText(number);
  const sure = screen.getAllByRole('button', { name: 'Delete department' }).at(-1) as HTMLButtonElement;
  expect(sure.disabled).toBe(true);
  await user.type(field, 'Guild');
  await user.click(sure);
  await screen.findByText(/was deleted/);
  await waitFor(() => expect(useSession.getState().session?.department?.id).toBe(3));
  const deleted = asked.find(({ url }) => url.endsWith('/departments/delete'));
  expect(await deleted?.json()).toMatchObject({ id: 2 });
});

test('the only department cannot be deleted', () => {
  show([2]);
  screen.getByText(/only department/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete department' }).disabled).toBe(true);
});
