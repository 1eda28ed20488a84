import assert from 'node:assert/strict';
import { mailTo } from '../support/mail.mjs';

const COLLEAGUE = 'viewer@northlight.example';
const PASSWORD = 'only looking, not touching';
const state = {};

export const tests = [
  [
    'accepts an invitation and creates an account',
    async ({ url, browser }) => {
      const mail = await mailTo(url, COLLEAGUE, 'Northlight Institute invited you to its team');
      state.page = await (await browser.person()).newPage();
      await state.page.goto(mail.links[0]);
      await state.page.getByLabel('New password').fill(PASSWORD);
      await state.page.getByRole('button', { name: 'Accept and create account' }).click();
      await state.page.getByRole('heading', { name: 'Northlight Institute', level: 1, exact: true }).waitFor();
    },
  ],
  [
    'sees everything and is offered nothing that changes it',
    async ({ demo }) => {
      const { page } = state;
      await page.goto(`/groups/${demo.group_id}`);
      await page.getByRole('row').nth(1).waitFor();
      assert.equal(await page.getByRole('link', { name: 'Add credential' }).count(), 0);
      assert.equal(await page.getByRole('button', { name: /^Publish/ }).count(), 0);
      await page.goto('/settings/api-keys');
      await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
    },
  ],
  [
    'is refused in words when trying all the same',
    async ({ watch }) => {
      const { page } = state;
      watch.allow(403, '/issuer/groups');
      await page.goto('/groups/new');
      await page.getByLabel('Group name').fill('Mine alone');
      await page.getByLabel('Course name').fill('Mine alone');
      await page.getByRole('button', { name: 'Create group' }).click();
      const refusal = page.getByRole('dialog', { name: 'Access Denied' });
      await refusal.getByText(/you do not have permission to .+ your administrator/i).waitFor();
    },
  ],
];
