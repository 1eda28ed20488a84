import assert from 'node:assert/strict';
import { mailTo } from '../support/mail.mjs';
import { signIn } from '../support/session.mjs';

const NEWCOMER = { name: 'Noor Haddad', email: 'noor@guild.example', password: 'lanterns over the old harbour' };
const OTHER = { name: 'Lev Brandt', email: 'lev@guild.example' };
const SUBJECT = 'invited you to its team';
const state = {};

/** A name as sentences hold it, between marks that isolate its direction. */
const isolated = (name) => `\u2068${name}\u2069`;
const rowOf = (page, name) => page.getByRole('row').filter({ hasText: name });

async function act(page, name, action) {
  await page.getByRole('button', { name: `Actions for ${isolated(name)}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function invite(page, { name, email }) {
  await page.getByRole('button', { name: 'Invite member' }).click();
  const form = page.getByRole('dialog', { name: 'Invite member' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Email').fill(email);
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await form.waitFor({ state: 'hidden' });
  await rowOf(page, name).getByText('Invited').waitFor();
}

export const tests = [
  [
    'invites, changes the role, sends again and cancels',
    async ({ url, admin, browser, watch }) => {
      const page = await admin();
      await page.goto('/settings/team');
      await invite(page, OTHER);
      await act(page, OTHER.name, 'Make administrator');
      const question = page.getByRole('dialog', { name: `Make ${isolated(OTHER.name)} an administrator?` });
      await question.getByText('Administrators can do everything').waitFor();
      await question.getByRole('button', { name: 'Make administrator' }).click();
      await rowOf(page, OTHER.name).getByRole('cell', { name: 'Administrator', exact: true }).waitFor();
      const first = await mailTo(url, OTHER.email, SUBJECT);
      await act(page, OTHER.name, 'Resend invitation');
      await page.getByText(`Invitation resent to ${OTHER.email}`).waitFor();
      watch.allow(422, '/issuer_login/invitation');
      const stranger = await (await browser.person()).newPage();
      await stranger.goto(first.links[0]);
      await stranger.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor();
      await stranger.close();
      await act(page, OTHER.name, 'Cancel invitation');
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel invitation' }).click();
      await rowOf(page, OTHER.name).waitFor({ state: 'detached' });
    },
  ],
  [
    'an invitation can be declined, which ends its link',
    async ({ url, admin, browser, watch }) => {
      const page = await admin();
      await page.goto('/settings/team');
      const declining = { name: 'Uma Sand', email: 'uma@guild.example' };
      await invite(page, declining);
      const mail = await mailTo(url, declining.email, SUBJECT);
      const guest = await (await browser.person()).newPage();
      await guest.goto(mail.links[0]);
      await guest.getByRole('button', { name: 'Decline' }).click();
      await guest.getByRole('heading', { name: 'Invitation declined' }).waitFor();
      watch.allow(422, '/issuer_login/invitation');
      await guest.goto(mail.links[0]);
      await guest.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor();
      await page.reload();
      await page.getByRole('row').nth(1).waitFor();
      assert.equal(await rowOf(page, declining.name).count(), 0);
      await guest.close();
    },
  ],
  [
    'without an account, a strong new password makes one and accepts',
    async ({ url, admin, browser }) => {
      const page = await admin({ kept: true });
      state.admin = page;
      await page.goto('/settings/team');
      await invite(page, NEWCOMER);
      const mail = await mailTo(url, NEWCOMER.email, SUBJECT);
      const guest = await (await browser.person()).newPage();
      state.guest = guest;
      await guest.goto(mail.links[0]);
      const field = guest.getByLabel('New password');
      await field.fill('password123');
      await guest.getByText('Password strength: Weak: easy to guess').waitFor();
      await field.fill(NEWCOMER.password);
      await guest.getByText('Password strength: Very strong').waitFor();
      await guest.getByRole('button', { name: 'Accept and create account' }).click();
      await guest.getByRole('navigation', { name: 'Main navigation' }).waitFor();
      await page.reload();
      await rowOf(page, NEWCOMER.name).getByText('Active').waitFor();
    },
  ],
  [
    'a viewer sees the team and no button that changes it',
    async () => {
      const { guest } = state;
      await guest.goto('/settings/team');
      await rowOf(guest, NEWCOMER.name).waitFor();
      assert.equal(await guest.getByRole('button', { name: 'Invite member' }).count(), 0);
      assert.equal(await guest.getByRole('button', { name: /^Actions for/ }).count(), 0);
    },
  ],
  [
    'a role of the department’s own gives its permissions, and stays while somebody has it',
    async ({ watch }) => {
      const { admin: page, guest } = state;
      await page.goto('/settings/team/roles');
      await page.getByRole('button', { name: 'New role' }).click();
      const form = page.getByRole('dialog', { name: 'New role' });
      await form.getByLabel('Name').fill('Lamplighter');
      await form.getByLabel('Attributes', { exact: true }).check();
      await form.getByRole('button', { name: 'Save' }).click();
      await rowOf(page, 'Lamplighter').getByText('1 permission').waitFor();

      await page.getByRole('link', { name: 'Team' }).first().click();
      await act(page, NEWCOMER.name, 'Change role');
      const change = page.getByRole('dialog', { name: `Change the role of ${isolated(NEWCOMER.name)}` });
      await change.getByRole('combobox', { name: 'Role' }).click();
      await page.getByRole('option', { name: 'Lamplighter' }).click();
      await change.getByRole('button', { name: 'Save' }).click();
      await rowOf(page, NEWCOMER.name).getByRole('cell', { name: 'Lamplighter' }).waitFor();
      await guest.goto('/settings/attributes');
      await guest.getByRole('button', { name: 'New attribute' }).waitFor();

      await page.goto('/settings/team/roles');
      await act(page, 'Lamplighter', 'Delete role');
      watch.allow(409, '/roles/');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete role' }).click();
      const kept = page.getByRole('dialog', { name: 'Nothing was changed' });
      await kept.getByRole('button').last().click();
      await page.goto('/settings/team');
      await act(page, NEWCOMER.name, 'Make viewer');
      await page.getByRole('dialog').getByRole('button', { name: 'Make viewer' }).click();
      await rowOf(page, NEWCOMER.name).getByRole('cell', { name: 'Viewer', exact: true }).waitFor();
      await page.goto('/settings/team/roles');
      await act(page, 'Lamplighter', 'Delete role');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete role' }).click();
      await rowOf(page, 'Lamplighter').waitFor({ state: 'detached' });
    },
  ],
  [
    'a permission group gives rights in one group, which its member finds under My access',
    async ({ watch }) => {
      const { admin: page, guest } = state;
      await page.goto('/team/permission-groups');
      await page.waitForURL('**/settings/team/permission-groups');
      const create = async () => {
        await page.getByRole('button', { name: 'New permission group' }).click();
        const form = page.getByRole('dialog', { name: 'New permission group' });
        await form.getByLabel('Name').fill('Night watch');
        return form;
      };
      const choose = async (form, label, option) => {
        await form.getByRole('combobox', { name: label }).click();
        await page.getByRole('option', { name: option }).first().click();
      };
      const form = await create();
      await choose(form, 'Level', 'Issuer');
      await choose(form, 'Groups', 'Some groups');
      await form.getByRole('combobox', { name: 'Which ones' }).click();
      await page.getByRole('option').first().click();
      await page.keyboard.press('Escape');
      await form.getByRole('combobox', { name: 'Members' }).fill(NEWCOMER.name);
      await page.getByRole('option', { name: new RegExp(NEWCOMER.name) }).click();
      await form.getByLabel('Description').click();
      await form.getByRole('button', { name: 'Save' }).click();
      await form.waitFor({ state: 'hidden' });
      await rowOf(page, 'Night watch').getByText('Some groups').waitFor();

      await guest.goto('/account/access');
      const right = guest.getByRole('row').filter({ hasText: 'Publish credentials' });
      await right.getByText(`Permission group: ${isolated('Night watch')} · 1 group`).waitFor();
      await guest.getByRole('row').filter({ hasText: 'Signing keys' }).getByText('You lack this permission').waitFor();

      watch.allow(409, '/permission_groups');
      const again = await create();
      await again.getByRole('button', { name: 'Save' }).click();
      const warning = page.getByRole('dialog', { name: 'Name already used' });
      await warning.getByText('Another permission group has this name. Choose another one.').waitFor();
      await warning.getByRole('button').last().click();
      await again.getByRole('button', { name: 'Cancel' }).click();
      await act(page, 'Night watch', 'Delete permission group');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete permission group' }).click();
      await rowOf(page, 'Night watch').waitFor({ state: 'detached' });
    },
  ],
  [
    'who may not see personal data gets masked names, and a deactivated member comes back',
    async ({ watch }) => {
      const { admin: page, guest } = state;
      await page.goto('/settings/team');
      await act(page, NEWCOMER.name, 'Change role');
      const change = page.getByRole('dialog', { name: `Change the role of ${isolated(NEWCOMER.name)}` });
      await change.getByRole('combobox', { name: 'Role' }).click();
      await page.getByRole('option', { name: 'Designer' }).click();
      await change.getByRole('button', { name: 'Save' }).click();
      await rowOf(page, NEWCOMER.name).getByRole('cell', { name: 'Designer', exact: true }).waitFor();
      await guest.goto('/recipients');
      await guest.getByRole('row').nth(1).getByText('•••').first().waitFor();
      watch.allow(403, '/recipients');
      await guest.goto('/recipients?query=ada');
      await guest
        .getByRole('dialog', { name: 'Access Denied' })
        .getByText(/^You do not have permission to see personal data of recipients\./)
        .waitFor();
      await guest.goto('about:blank');

      await act(page, NEWCOMER.name, 'Deactivate');
      const question = page.getByRole('dialog', { name: `Deactivate ${isolated(NEWCOMER.name)}?` });
      await question.getByText('API keys they created keep working').waitFor();
      await question.getByRole('button', { name: 'Deactivate' }).click();
      await rowOf(page, NEWCOMER.name).getByText('Deactivated').waitFor();
      await act(page, NEWCOMER.name, 'Reactivate');
      await rowOf(page, NEWCOMER.name).getByText('Active').waitFor();
      await guest.goto('/settings/team');
      await rowOf(guest, NEWCOMER.name).waitFor();
    },
  ],
  [
    'the owner of an account signs in to accept; who has another account signs out first',
    async ({ url, browser, demo }) => {
      const { admin: page, guest } = state;
      await page.goto('/settings/team');
      await act(page, NEWCOMER.name, 'Remove member');
      await page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click();
      await rowOf(page, NEWCOMER.name).waitFor({ state: 'detached' });
      await invite(page, NEWCOMER);
      const mail = await mailTo(url, NEWCOMER.email, SUBJECT);
      const wrong = await (await browser.person()).newPage();
      await signIn(wrong, demo);
      await wrong.goto(mail.links[0]);
      await wrong.getByText('This invitation is for').waitFor();
      await wrong.getByRole('button', { name: 'Sign out' }).click();
      await wrong.getByRole('link', { name: 'Sign in' }).click();
      await wrong.getByLabel('Email').fill(NEWCOMER.email);
      await wrong.getByLabel('Password', { exact: true }).fill(NEWCOMER.password);
      await wrong.getByRole('button', { name: 'Sign in' }).click();
      await wrong.getByRole('button', { name: 'Accept invitation' }).click();
      await wrong.getByRole('navigation', { name: 'Main navigation' }).waitFor();
      // The pages of a member who is removed below must not keep polling the department.
      await guest.close();
      await wrong.close();
      await page.reload();
      await rowOf(page, NEWCOMER.name).getByText('Active').waitFor();
      await act(page, NEWCOMER.name, 'Remove member');
      await page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click();
      await rowOf(page, NEWCOMER.name).waitFor({ state: 'detached' });
      await page.close();
    },
  ],
];
