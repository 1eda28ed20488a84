import assert from 'node:assert/strict';
import { api } from '../support/api.mjs';
import { mailTo } from '../support/mail.mjs';
import { rawKeys, violations } from '../support/page-checks.mjs';
import { settled } from '../support/settled.mjs';

const MOVED = 'tuva.lindqvist@recipients.example';
const ESKIL = { name: 'Eskil Moe', email: 'eskil@recipients.example' };
const LIV = { name: 'Liv Sand', email: 'liv@recipients.example' };
const TUVA = { name: 'Tuva Lind', email: 'tuva@recipients.example' };

async function faultless(page, where) {
  await settled(page);
  assert.deepEqual(await violations(page), [], where);
  assert.deepEqual(await rawKeys(page), [], where);
}

export const tests = [
  [
    'finds a recipient in the list and corrects their name and address',
    async ({ url, demo, admin, browser, watch }) => {
      watch.allow(409, '/v1/recipients/');
      await api(url, demo.api_key)('POST', '/credentials', {
        credential: { group_id: demo.group_id, recipient: TUVA, approve: true },
      });
      const page = await admin();
      await page.goto('/recipients');
      await page.getByRole('heading', { name: 'Recipients' }).waitFor();
      await faultless(page, 'the list of recipients');
      await page.getByRole('searchbox', { name: 'Search recipients' }).fill('tuva');
      await page.waitForURL(/query=tuva/);
      await page.getByRole('row').nth(2).waitFor({ state: 'detached' });
      await page.getByRole('link', { name: TUVA.name }).click();
      await page.getByRole('heading', { name: TUVA.name }).waitFor();
      await page.getByRole('table', { name: 'Credentials' }).getByText('Published').waitFor();
      await faultless(page, 'the page of a recipient');
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit recipient' });
      await dialog.waitFor();
      await faultless(page, 'the dialog to edit a recipient');
      await dialog.getByLabel('Name').fill('Tuva Lindqvist');
      await dialog.getByLabel('Email').fill(MOVED);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Tuva Lindqvist' }).waitFor();
      await page.getByText('Waiting for').waitFor();
      await faultless(page, 'the page of a recipient whose new address waits');
      const visitor = await (await browser.person()).newPage();
      await visitor.goto((await mailTo(url, MOVED, 'Confirm this address')).links[0]);
      await visitor.getByRole('button', { name: 'Confirm address' }).click();
      await visitor.getByText('Your credentials are moving').waitFor();
      await faultless(visitor, 'the page of a confirmed address');
      await visitor.context().close();
      await mailTo(url, MOVED, 'have a new address');
      await page.reload();
      await page.getByText(MOVED).first().waitFor();
      assert.equal(await page.getByText('Waiting for').count(), 0);
      // Somebody else with this address is not made the same person without a question.
      const { credential } = await api(url, demo.api_key)('POST', '/credentials', {
        credential: { group_id: demo.group_id, recipient: LIV, approve: true },
      });
      await page.goto(`/recipients/${credential.uuid}`);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await dialog.getByLabel('Email').fill(MOVED);
      await page.keyboard.press('Enter');
      const question = page.getByRole('dialog', { name: 'Are these the same person?' });
      await question.getByText('1 credential').waitFor();
      await faultless(page, 'the question before two recipients become one');
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'detached' });
    },
  ],
  [
    'erases a recipient once their address was typed',
    async ({ url, demo, admin }) => {
      const { credential } = await api(url, demo.api_key)('POST', '/credentials', {
        credential: { group_id: demo.group_id, recipient: ESKIL, approve: true },
      });
      const page = await admin();
      await page.goto(`/recipients/${credential.uuid}`);
      await page.getByRole('button', { name: 'Erase' }).click();
      const dialog = page.getByRole('dialog', { name: 'Erase recipient' });
      await dialog.waitFor();
      await faultless(page, 'the dialog to erase a recipient');
      const erase = dialog.getByRole('button', { name: 'Erase recipient' });
      await dialog.getByRole('textbox').fill('eskil@recipients');
      assert.ok(await erase.isDisabled(), 'another address confirms');
      await dialog.getByRole('textbox').fill(ESKIL.email);
      await erase.click();
      await page.getByText('Recipient erased').waitFor();
      await page.getByRole('heading', { name: 'Recipients' }).waitFor();
      const answer = await fetch(`${url}/v1/public/credentials/${credential.uuid}`);
      assert.equal(answer.status, 410);
    },
  ],
];
