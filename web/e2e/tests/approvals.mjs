import assert from 'node:assert/strict';
import { mailTo } from '../support/mail.mjs';

const SECOND = { name: 'Ines Marlow', email: 'ines@approvals.example', password: 'harbour lights at half past nine' };
const RECIPIENT = { name: 'Tobias Wren', email: 'tobias@approvals.example' };
const state = {};

const isolated = (name) => `\u2068${name}\u2069`;

async function setPolicy(page, label, on) {
  await page.goto('/approvals');
  await page.getByRole('button', { name: 'What needs approval' }).click();
  const form = page.getByRole('dialog', { name: 'What needs approval' });
  await form.getByRole('checkbox', { name: label }).setChecked(on);
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'hidden' });
}

/** Creates a draft and asks to publish it. */
async function askToPublish(page, demo, name) {
  await page.goto(`/groups/${demo.group_id}/credentials/new`);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Email address').fill(`${name.split(' ')[0].toLowerCase()}@approvals.example`);
  await page.getByRole('button', { name: 'Create credential' }).click();
  await page.getByRole('link', { name }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const question = page.getByRole('dialog');
  await question.getByLabel('Comment for who approves it').fill('For the ceremony');
  await question.getByRole('button', { name: /^Publish/ }).click();
  const sent = page.getByRole('dialog', { name: 'Sent for approval' });
  await sent.getByRole('button', { name: 'Open the request' }).click();
  await page.getByRole('heading', { name: 'Publish 1 credential', level: 1 }).waitFor();
  return page.url();
}

export const tests = [
  [
    'a second administrator joins, and publishing needs an approval from then on',
    async ({ url, admin, browser }) => {
      const page = await admin({ kept: true });
      state.admin = page;
      await page.goto('/settings/team');
      await page.getByRole('button', { name: 'Invite member' }).click();
      const form = page.getByRole('dialog', { name: 'Invite member' });
      await form.getByLabel('Name').fill(SECOND.name);
      await form.getByLabel('Email').fill(SECOND.email);
      await form.getByRole('combobox', { name: 'Role' }).click();
      await page.getByRole('option', { name: 'Administrator' }).click();
      await form.getByRole('button', { name: 'Send invitation' }).click();
      await form.waitFor({ state: 'hidden' });
      const mail = await mailTo(url, SECOND.email, 'invited you to its team');
      const second = await (await browser.person()).newPage();
      state.second = second;
      await second.goto(mail.links[0]);
      await second.getByLabel('New password').fill(SECOND.password);
      await second.getByRole('button', { name: 'Accept and create account' }).click();
      await second.getByRole('navigation', { name: 'Main navigation' }).waitFor();
      await setPolicy(page, 'Publishing credentials', true);
    },
  ],
  [
    'who asked cannot approve; the second person sees what would happen, approves it, and it is published',
    async ({ url, demo }) => {
      const { admin: page, second } = state;
      const address = await askToPublish(page, demo, RECIPIENT.name);
      assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0);
      const mail = await mailTo(url, SECOND.email, 'your approval is needed');
      assert.ok(mail.links.some((link) => address.endsWith(new URL(link).pathname)));
      await second.goto('/');
      await second.getByRole('link', { name: '1 request waits for your approval' }).click();
      await second.getByRole('link', { name: 'Publish 1 credential' }).first().click();
      await second.getByText('For the ceremony').waitFor();
      await second.getByRole('link', { name: RECIPIENT.name }).waitFor();
      await second.getByText('Draft → published').waitFor();
      await second.getByRole('button', { name: 'Approve' }).click();
      const question = second.getByRole('dialog', { name: 'Approve this request?' });
      await question.getByLabel('Comment').fill('Names checked');
      await question.getByRole('button', { name: 'Approve' }).click();
      await second.getByText('Names checked').waitFor();
      await second.getByRole('link', { name: 'See how it went' }).click();
      await second.getByText(/1 credential published|Published/).first().waitFor();
      await mailTo(url, demo.email, 'your request was approved');
    },
  ],
  [
    'a request can be rejected with a comment, withdrawn and overridden',
    async ({ demo }) => {
      const { admin: page, second } = state;
      const rejected = await askToPublish(page, demo, 'Ottilie Crane');
      await second.goto(new URL(rejected).pathname);
      await second.getByRole('button', { name: 'Reject' }).click();
      const question = second.getByRole('dialog', { name: 'Reject this request?' });
      assert.equal(await question.getByRole('button', { name: 'Reject' }).isDisabled(), true);
      await question.getByLabel('Comment').fill('Wrong name');
      await question.getByRole('button', { name: 'Reject' }).click();
      await second.getByText('Rejected').first().waitFor();
      await page.reload();
      await page.getByText('Wrong name').waitFor();
      await askToPublish(page, demo, 'Ambrose Finch');
      await page.getByRole('button', { name: 'Withdraw' }).click();
      await page.getByRole('dialog', { name: 'Withdraw this request?' }).getByRole('button', { name: 'Withdraw' }).click();
      await page.getByText('Withdrawn').first().waitFor();
    },
  ],
  [
    'without the rule everything is as before',
    async () => {
      const { admin: page, second } = state;
      await second.close();
      await setPolicy(page, 'Publishing credentials', false);
      await page.goto('/settings/team');
      await page.getByRole('button', { name: `Actions for ${isolated(SECOND.name)}` }).click();
      await page.getByRole('menuitem', { name: 'Remove member' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click();
      await page.getByRole('row').filter({ hasText: SECOND.name }).waitFor({ state: 'detached' });
      await page.close();
    },
  ],
];
