import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useSession } from '../../api/session';
import { showScreen, takeAway } from '../../testing/showScreen';
import type { Group } from './api';
import { GroupDangerPanel } from './GroupDangerPanel';

const group = { id: 7, name: 'Weaving', state: 'active', published_count: 0, draft_count: 0 } as Group;
const clone = 'POST /v1/issuer/groups/7/clone';
const made = { body: { group: { ...group, id: 8, name: 'Copy Weaving' } } };

function show(departments: object[], said: { status?: number; body: unknown } = made) {
  const shown = showScreen(<GroupDangerPanel group={group} />, { server: { [clone]: said } });
  act(() => {
    const { session } = useSession.getState();
    useSession.setState({ session: { ...session, departments } as never });
  });
  const press = async () => {
    const dialog = screen.queryByRole('dialog');
    await shown.user.click(dialog ? within(dialog).getByText('Duplicate') : screen.getByText('Duplicate'));
  };
  return { ...shown, press };
}

const guild = { id: 2, name: 'Guild', role: 'administrator' };
const school = { id: 3, name: 'School', role: 'administrator' };

afterEach(takeAway);

test('who manages one department alone is not asked', async () => {
  const { press, asked } = show([guild, { ...school, role: 'viewer' }]);
  await press();
  await screen.findByText('Copied as “Copy Weaving”.');
  expect(await asked[0]?.json()).toEqual({});
});

test('a copy goes into the department that was chosen', async () => {
  const { press, asked, user } = show([guild, school]);
  await press();
  await user.click(await screen.findByRole('combobox', { name: 'Department' }));
  await user.click(await screen.findByText('School'));
  await screen.findByText(/Its designs and the attributes/);
  await press();
  await screen.findByText(/Copied as “Copy Weaving” into .?School/);
  expect(await asked[0]?.json()).toEqual({ department_id: 3 });
});

test('a copy that was refused says why', async () => {
  const { press, user } = show([guild, school], {
    status: 409,
    body: { errors: 'No such font.', code: 'group.no_font' },
  });
  await press();
  await user.click(await screen.findByRole('combobox', { name: 'Department' }));
  await user.click(await screen.findByText('School'));
  await press();
  await screen.findByText('No such font.');
});
