import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import english from '../../i18n/english';
import { type Said, showScreen, takeAway } from '../../testing/showScreen';
import type { Group } from './api';
import { GroupSettings } from './GroupSettings';

const group = {
  id: 7,
  name: 'Weaving 2026',
  course_name: 'Weaving',
  course_description: '',
  course_link: '',
  signup_url: '',
  learning_outcomes: [],
  skill_category_id: null,
  alignments: [],
  tags: [],
  meta_data: {},
  language: 'en',
  page_language: null,
  auto_expiry: null,
  allow_duplicate_credentials: true,
  certificate_design_id: null,
  badge_design_id: null,
  primary_design_id: null,
  published_count: 0,
  draft_count: 2,
  state: 'active',
  achievement_type: 'Course',
  criteria: '',
  criteria_url: '',
  lti_link: '',
  grade_bands: [],
  least_grade: null,
  generate_private_credential: null,
  actions: { share: 'public', download: 'public', linkedin: 'public', verify: 'public' },
  sender: { name: '', reply_to: '', cc: [], bcc: [] },
  prerequisites: [
    { id: 3, name: 'Warp' },
    { id: 4, name: 'Weft' },
  ],
  prerequisites_after: null,
  prerequisites_lost: 'keep',
} as unknown as Group;

const SENDER = '/groups/7/settings?tab=emails';

const show = (saved: Said, at = SENDER) =>
  showScreen(<GroupSettings group={group} />, {
    at,
    server: {
      'PUT /v1/issuer/groups/7': saved,
      'GET /v1/issuer/groups/7/rewordings': { body: { issued_count: 0, outdated_count: 0, rewording: null } },
      'POST /v1/issuer/groups/search': {
        body: { groups: [{ ...group }, { ...group, id: 5, name: 'Dyeing' }] },
      },
      'POST /v1/issuer/groups/stack_check': { body: { recipient_count: 3 } },
    },
  });

/** At once: each letter would draw the page anew. */
const name = () => fireEvent.change(screen.getByLabelText('From name'), { target: { value: 'The Guild' } });

async function save(user: ReturnType<typeof show>['user']) {
  const button = (await screen.findByText('Save changes')).closest('button');
  if (button) await user.click(button);
}

afterEach(takeAway);

test('a group that was saved is told', async () => {
  const { user } = show({ body: { group: { ...group, sender: { name: 'The Guild' } } } });
  name();
  await save(user);
  await screen.findByText('Group saved.');
});

test('a group that could not be saved says so, with the reason', async () => {
  const { user } = show({ status: 503, body: { errors: 'Try again later.', code: 'unavailable' } });
  name();
  await save(user);
  await screen.findByText('Error saving Group');
  expect(screen.getAllByText('Try again later.').length).toBeGreaterThan(0);
});

test('duplicates stay allowed while there are some, and it is told why', async () => {
  const { duplicates_exist: reason } = english.errors.group;
  const { user } = show(
    { status: 409, body: { errors: reason, code: 'group.duplicates_exist' } },
    '/groups/7/settings?tab=general',
  );
  await user.click(screen.getByLabelText(/^Allow duplicates/));
  await save(user);
  await screen.findByText('Error saving Group');
  expect(
    screen.getAllByText('Allow Duplicates cannot be unchecked if duplicates already exist in the group.')
      .length,
  ).toBeGreaterThan(0);
});

test('whom prerequisites reach is told before they are saved', async () => {
  const { user, asked } = show({ body: { group } }, '/groups/7/settings?tab=advanced');
  await screen.findByText('3 people have all prerequisites but not this credential.');
  await user.click(screen.getByRole('combobox', { name: 'Prerequisite groups' }));
  expect(screen.queryByRole('option', { name: 'Weaving 2026' })).toBeNull();
  await user.click(await screen.findByRole('option', { name: 'Dyeing' }));
  await waitFor(async () => {
    const last = asked.filter(({ url }) => url.endsWith('stack_check')).at(-1);
    expect(await last?.clone().json()).toEqual({
      group_id: 7,
      prerequisites: [{ id: 3 }, { id: 4 }, { id: 5 }],
    });
  });
});
