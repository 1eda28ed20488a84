import assert from 'node:assert/strict';
import { api } from '../support/api.mjs';
import { mailTo } from '../support/mail.mjs';
import { rawKeys, violations } from '../support/page-checks.mjs';
import { settled } from '../support/settled.mjs';

const MOVED = 'tuva.lindqvist@recipients.example';
const ESKIL = { name: 'Eskil Moe', email: 'eskil@recipients.example' };
const TUVA = { name: 'Tuva Lind', email: 'tuva@recipients.example' };

async function faultless(page, where) {
  await settled(page);
  assert.deepEqual(await violations(page), [], where);
  assert.deepEqual(await rawKeys(page), [], where);
}

export const tests = [
  [
    'finds a recipient in the list and corrects their name and address',
    async ({ url, demo, admin }) => {
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
      await page.getByText(MOVED).first().waitFor();
      await mailTo(url, MOVED, 'have a new address');
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
