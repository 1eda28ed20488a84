import assert from 'node:assert/strict';
import { sql } from '../support/database.mjs';
import { mailTo } from '../support/mail.mjs';
import { violations } from '../support/page-checks.mjs';
import { startMailServer } from '../support/smtp.mjs';

const FROM = 'certificates@weaving-house.example';
const SUBJECT = 'as a sender address';
const state = {};

/** A name as sentences hold it, between marks that isolate its direction. */
const isolated = (name) => `\u2068${name}\u2069`;
const addressOf = (page) => page.getByRole('region', { name: FROM });

async function choose(page, label, option) {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

async function save(page) {
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Email settings saved.').first().waitFor();
}

export const tests = [
  [
    'adds a sender address by keyboard and mails a link there',
    async ({ admin, url, watch }) => {
      const page = await admin({ kept: true });
      state.page = page;
      await page.goto('/settings/email');
      await page.getByRole('tab', { name: 'Sender' }).click();
      await page.waitForURL('**/settings/email/sender');
      await page.getByText('No addresses yet.').waitFor();
      assert.deepEqual(await violations(page), []);
      await page.getByLabel('Email address').fill('nobody');
      await page.keyboard.press('Enter');
      await page.getByText('Enter an email address').first().waitFor();
      await page.getByLabel('Email address').fill(FROM);
      await page.keyboard.press('Enter');
      await addressOf(page).getByText('Not verified yet').waitFor();
      assert.deepEqual(await violations(page), []);
      state.link = (await mailTo(url, FROM, SUBJECT)).links[0];
      await page.getByLabel('Email address').fill(FROM.toUpperCase());
      watch.allow(409, '/sender_addresses');
      await page.keyboard.press('Enter');
      await page.getByText('This address is already on the list.').first().waitFor();
    },
  ],
  [
    'the address counts as verified only after somebody there presses the button',
    async ({ browser, watch }) => {
      const { page, link } = state;
      const stranger = await (await browser.person()).newPage();
      await stranger.goto(link);
      await stranger.getByRole('heading', { name: 'Use this address as a sender?' }).waitFor();
      assert.deepEqual(await violations(stranger), []);
      await page.reload();
      await addressOf(page).getByText('Not verified yet').waitFor();
      await stranger.getByRole('button', { name: 'Confirm address' }).press('Enter');
      await stranger.getByRole('heading', { name: 'Address verified' }).waitFor();
      await stranger.getByText(FROM).waitFor();
      watch.allow(422, '/sender_addresses/confirm');
      await stranger.goto(link);
      await stranger.getByRole('button', { name: 'Confirm address' }).click();
      await stranger.getByRole('heading', { name: 'This link doesn’t work' }).waitFor();
      await stranger.close();
      await page.reload();
      await addressOf(page).getByText('Verified', { exact: true }).waitFor();
    },
  ],
  [
    'uses it as the sender, and it cannot be removed then',
    async () => {
      const { page } = state;
      await page.getByLabel('Sender name').fill('Weaving House');
      await choose(page, 'Sender address', FROM);
      await save(page);
      await page.reload();
      assert.equal(await page.getByLabel('Sender name').inputValue(), 'Weaving House');
      await addressOf(page).waitFor();
      assert.equal(await page.getByRole('button', { name: `Remove ${isolated(FROM)}` }).count(), 0);
    },
  ],
  [
    'saves limits, copies and contacts, and names what is wrong',
    async ({ watch }) => {
      const { page } = state;
      await page.getByRole('tab', { name: 'General' }).click();
      await page.getByLabel('Emails per minute').fill('600');
      await page.locator('input[name="quiet"]').press('Space');
      await page.getByLabel('From', { exact: true }).fill('07:00');
      await page.getByLabel('Until', { exact: true }).fill('07:00');
      await page.getByLabel('Copies (CC)', { exact: true }).fill('dean@weaving-house.example, oops');
      watch.allow(422, '/email_settings');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('Quiet hours must end at another time').first().waitFor();
      await page.getByText('oops').first().waitFor();
      assert.deepEqual(await violations(page), []);
      await page.locator('input[name="quiet"]').press('Space');
      await page.getByLabel('Copies (CC)', { exact: true }).fill('');
      await page.getByLabel('Emails per day').fill('many');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.locator('input[name="daily_cap"][aria-invalid="true"]').waitFor();
      await page.getByLabel('Emails per day').fill('');
      await page.getByLabel('Support contact’s email').fill('help@weaving-house.example');
      await save(page);
      await page.reload();
      assert.equal(await page.getByLabel('Emails per minute').inputValue(), '600');
      assert.equal(await page.getByLabel('Support contact’s email').inputValue(), 'help@weaving-house.example');
    },
  ],
  [
    'tests its own mail server step by step, and sends through it',
    async ({ demo, watch }) => {
      const { page } = state;
      const server = await startMailServer();
      await page.getByRole('tab', { name: 'Server' }).click();
      await page.getByLabel('Host', { exact: true }).fill('127.0.0.1');
      await page.getByLabel('Port', { exact: true }).fill('1');
      await page.getByLabel('User name', { exact: true }).fill('guild');
      await choose(page, 'Encryption', 'None, without signing in');
      watch.allow(422, '/email_settings');
      await page.getByRole('button', { name: 'Save server' }).click();
      await page.getByText('Signing in needs an encrypted connection.').first().waitFor();
      assert.deepEqual(await violations(page), []);
      await page.getByLabel('User name', { exact: true }).fill('');
      await page.locator('input[name="server.enabled"]').press('Space');
      await page.getByRole('button', { name: 'Save server' }).click();
      await page.getByText('In use').waitFor();
      const test = async (verdict) => {
        await page.getByRole('button', { name: 'Send test email' }).press('Enter');
        const result = page.getByRole('dialog', { name: 'Test of the mail server' });
        await result.getByText(verdict).waitFor();
        assert.deepEqual(await violations(page), []);
        return result;
      };
      let result = await test('The server didn’t take the email.');
      await result.getByText('The connection failed. Check the port and the encryption.').waitFor();
      await page.keyboard.press('Escape');
      await result.waitFor({ state: 'detached' });
      await page.getByLabel('Port', { exact: true }).fill(String(server.port));
      await page.getByRole('button', { name: 'Send test email' }).click();
      await page.getByText('Save the server before you test it.').waitFor();
      await page.getByRole('button', { name: 'Save server' }).click();
      await page.getByRole('button', { name: 'Save server', disabled: true }).waitFor();
      result = await test(/^The server took an email to/);
      assert.equal(await result.getByRole('listitem').count(), 5);
      await page.keyboard.press('Escape');
      await result.waitFor({ state: 'detached' });
      assert.deepEqual(server.mails.map(({ from, to }) => ({ from, to })), [{ from: FROM, to: [demo.email] }]);
      assert.match(server.mails[0].message, /Subject: Test of your mail server/);
      await page.getByRole('button', { name: 'Remove server' }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Remove server' }).click();
      await page.getByText('Server removed').waitFor();
      assert.equal(await page.getByLabel('Host', { exact: true }).inputValue(), '');
      server.close();
    },
  ],
  [
    'says how many emails wait and until when',
    async ({ data }) => {
      const { page } = state;
      await page.getByRole('tab', { name: 'General' }).click();
      await page.getByLabel('Emails per minute').waitFor();
      await sql(
        data,
        `insert into mails (department_id, kind, dedupe_key, message_id, recipient, subject, html, body_text, created_at, not_before, waits_for)
         select department_id, 'delivery', 'waits', 'waits', 'ada@weaving-house.example', 'Waits', '', '', now(), now() + interval '1 day', 'daily_cap'
         from email_settings where from_name = 'Weaving House'`,
      );
      await page.reload();
      await page.getByText('1 email is waiting').waitFor();
      await page.getByText(/^1 for the next day, because of the daily limit: from/).waitFor();
      assert.deepEqual(await violations(page), []);
      await sql(data, `delete from mails where dedupe_key = 'waits'`);
    },
  ],
  [
    'finds an email in the log, shows it with its timeline and sends it again',
    async ({ data, url }) => {
      const { page } = state;
      await sql(
        data,
        `insert into mails (department_id, kind, dedupe_key, message_id, recipient, subject, html, body_text, created_at, state, last_error, attempts)
         select department_id, 'suspended', 'log', 'log', 'loom@weaving-house.example', 'About looms', '<p>Looms</p>', 'Looms', now(), 'failed', 'no such user', 1
         from email_settings where from_name = 'Weaving House'`,
      );
      await page.getByRole('tab', { name: 'Log' }).click();
      await page.getByRole('table', { name: 'Emails' }).waitFor();
      assert.deepEqual(await violations(page), []);
      await page.getByRole('searchbox', { name: 'Search by recipient or subject' }).fill('loom@');
      await choose(page, 'Status', 'Failed');
      await page.getByRole('row').filter({ hasText: 'About looms' }).getByText('Failed', { exact: true }).waitFor();
      await page.getByRole('button', { name: /View .About looms./ }).press('Enter');
      const email = page.getByRole('dialog', { name: 'About looms' });
      await email.getByText('no such user').waitFor();
      await email.getByText('Looms', { exact: true }).waitFor();
      await email.getByRole('tab', { name: 'HTML source' }).click();
      await email.getByText('<p>Looms</p>').waitFor();
      assert.deepEqual(await violations(page), []);
      await email.getByRole('button', { name: 'Send again' }).press('Enter');
      await page.getByText('The email is waiting to be sent again.').waitFor();
      await mailTo(url, 'loom@weaving-house.example', 'About looms');
      await sql(data, `delete from mails where dedupe_key = 'log'`);
    },
  ],
  [
    'goes back to the defaults',
    async () => {
      const { page } = state;
      await page.getByRole('tab', { name: 'General' }).click();
      // Later suites share this department.
      await page.getByLabel('Emails per minute').fill('');
      await save(page);
      await page.getByRole('tab', { name: 'Sender' }).click();
      await page.getByLabel('Sender name').fill('');
      await choose(page, 'Sender address', /this installation/);
      await save(page);
      await page.close();
    },
  ],
];
