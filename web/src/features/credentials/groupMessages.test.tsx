import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showScreen, takeAway } from '../../testing/showScreen';
import { GroupPage } from './GroupPage';

const group = {
  id: 7,
  name: 'Weaving 2026',
  course_name: 'Weaving',
  state: 'active',
  primary_design_id: 3,
  published_count: 0,
  draft_count: 0,
  image_url: null,
};
const nothing = {
  credentials: [],
  meta: { current_page: 1, total_pages: 1, total_count: 0, next_cursor: '' },
};
const None = () => null;

const show = (change: Partial<Record<keyof typeof group, unknown>>, example = {}) =>
  showScreen(<GroupPage PublishDialog={None} ExportDialog={None} ActionDialog={None} />, {
    at: '/groups/7',
    route: '/groups/:id',
    server: {
      'GET /v1/issuer/groups/7': { body: { group: { ...group, ...change } } },
      'POST /v1/credentials/search': { body: nothing },
      'POST /v1/issuer/groups/7/send_example': { body: { success: true }, ...example },
    },
  });

afterEach(takeAway);

test('an example credential is told as sent', async () => {
  const { user, asked } = show({});
  await user.click(await screen.findByRole('button', { name: 'Email me an example' }));
  await screen.findByText('An example credential is on its way to your address.');
  expect(asked.filter(({ url }) => url.endsWith('/send_example'))).toHaveLength(1);
});

test('an example that could not be sent says why', async () => {
  const { user } = show({}, { status: 409, body: { errors: 'The group has no design.', code: 'x' } });
  await user.click(await screen.findByRole('button', { name: 'Email me an example' }));
  await screen.findByText('The example wasn’t sent');
  screen.getByText('The group has no design.');
});

test('a group without a design takes no credentials and says what it needs', async () => {
  show({ primary_design_id: null });
  await screen.findByText('A group needs a certificate or badge design before credentials can be added.');
  expect(screen.queryByRole('link', { name: 'Add credential' })).toBeNull();
});
