import assert from 'node:assert/strict';
import { mailTo } from '../support/mail.mjs';

const MIRA = { name: 'Mira Stone', email: 'mira@organizations.example', password: 'seven lanterns by the quarry' };
const state = {};

/** A name as sentences hold it, between marks that isolate its direction. */
const isolated = (name) => `\u2068${name}\u2069`;
const rowOf = (page, name) => page.getByRole('row').filter({ hasText: name });

export const tests = [
  [
    'an administrator creates a department and invites another administrator',
    async ({ admin }) => {
      const page = await admin();
      await page.goto('/settings/organization');
      await page.getByRole('button', { name: 'New department' }).click();
      const create = page.getByRole('dialog', { name: 'New department' });
      await create.getByLabel('Name').fill('School of Masonry');
      await create.getByRole('button', { name: 'Create department' }).click();
      await page.getByRole('button', { name: `Enter ${isolated('School of Masonry')}` }).waitFor();

      await page.getByRole('button', { name: 'Add administrator' }).click();
      const add = page.getByRole('dialog', { name: 'Add administrator' });
      await add.getByLabel('Name').fill(MIRA.name);
      await add.getByLabel('Email').fill(MIRA.email);
      await add.getByRole('button', { name: 'Add administrator' }).click();
      await rowOf(page, MIRA.name).getByText('Invited').waitFor();
    },
  ],
  [
    'the invited person enters each department',
    async ({ url, browser }) => {
      const mail = await mailTo(url, MIRA.email, 'invited you to its team');
      const guest = await (await browser.person()).newPage();
      state.guest = guest;
      await guest.goto(mail.links[0]);
      await guest.getByText('You’ll be an administrator of all departments').waitFor();
      await guest.getByLabel('New password').fill(MIRA.password);
      await guest.getByRole('button', { name: 'Accept and create account' }).click();
      await guest.getByRole('navigation', { name: 'Main navigation' }).waitFor();
      await guest.goto('/settings/organization');
      await guest.getByRole('button', { name: `Enter ${isolated('School of Masonry')}` }).click();
      await guest.getByRole('button', { name: 'School of Masonry' }).first().waitFor();
      await guest.goto('/settings/team');
      await guest.getByRole('button', { name: 'Invite member' }).waitFor();
    },
  ],
  [
    'removed from the administrators, they find nothing',
    async ({ admin, watch }) => {
      const page = await admin();
      await page.goto('/settings/organization');
      await page.getByRole('button', { name: `Actions for ${isolated(MIRA.name)}` }).click();
      await page.getByRole('menuitem', { name: 'Remove as organization administrator' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove as organization administrator' }).click();
      await rowOf(page, MIRA.name).waitFor({ state: 'detached' });
      watch.allow(404, '/v1/');
      const { guest } = state;
      await guest.goto('/settings/organization');
      await guest.getByText('School of Masonry').waitFor({ state: 'detached' });
      assert.equal(await guest.getByRole('button', { name: 'New department' }).count(), 0);
      await guest.close();
    },
  ],
];
