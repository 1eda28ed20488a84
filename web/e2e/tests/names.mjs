import assert from 'node:assert/strict';
import { api } from '../support/api.mjs';
import { rawKeys, violations } from '../support/page-checks.mjs';

const OLD = 'Wilhelmina Nemo';
const NEW = 'Wilhelmina Nomen';

async function faultless(page, where) {
  assert.deepEqual(await violations(page), [], where);
  assert.deepEqual(await rawKeys(page), [], where);
}

export const tests = [
  [
    'lets a recipient in by a link, takes their request for another name, and shows it once it is approved',
    async ({ url, demo, browser, watch, admin }) => {
      const call = api(url, demo.api_key);
      const recipient = { name: OLD, email: 'wilhelmina.nemo@example.org' };
      const { credential } = await call('POST', '/credentials', {
        credential: { group_id: demo.group_id, recipient, approve: true, private: true },
      });
      watch.allow(403, credential.uuid);
      watch.allow(410, '/v1/recipient/session');
      const { link } = await call('POST', `/credentials/${credential.uuid}/recipient_link`);
      const person = await browser.person();
      const mine = await person.newPage();
      const page = await admin();
      try {
        await mine.goto(link);
        await mine.getByRole('button', { name: 'Open credential' }).waitFor();
        assert.ok(!mine.url().includes('token'), 'the secret stays in the address');
        await faultless(mine, 'the page of the link');
        await mine.getByRole('button', { name: 'Open credential' }).click();
        await mine.getByText('Signed in as').waitFor();
        await mine.getByRole('button', { name: 'Request a change' }).click();
        const dialog = mine.getByRole('dialog');
        await dialog.getByLabel('Correct name').fill(NEW);
        await dialog.getByLabel('Confirm the name').fill('Wilhelmina Namen');
        await dialog.getByRole('combobox', { name: 'Reason' }).click();
        await mine.getByRole('option', { name: 'Marriage' }).click();
        await dialog.getByRole('button', { name: 'Send request' }).click();
        await dialog.getByText('The names don’t match.').waitFor();
        await faultless(mine, 'the dialog of the request');
        await dialog.getByLabel('Confirm the name').fill(NEW);
        await dialog.getByRole('button', { name: 'Send request' }).click();
        await mine.getByText('The issuer hasn’t decided yet.').waitFor();

        await page.goto('/name-changes');
        const places = page.getByRole('navigation', { name: 'Main navigation' });
        await places.getByText(/requests? needs? a review/).waitFor({ state: 'attached' });
        await page.getByRole('navigation', { name: 'Reviews' }).getByText('1 pending request').waitFor({ state: 'attached' });
        await page.getByRole('button', { name: OLD }).waitFor();
        await page.keyboard.press('j');
        await page.locator('ins', { hasText: /m/ }).first().waitFor();
        await faultless(page, 'the queue');
        await page.keyboard.press('a');
        await page.getByText('1 request approved.').waitFor();
        await page.getByRole('heading', { name: 'No requests' }).waitFor();

        await mine.reload();
        await mine.getByText(`The name was changed to`).waitFor();
        await mine.getByText('Corrected on').waitFor();
        await mine.getByText(NEW).first().waitFor();
        await faultless(mine, 'the public page of its owner');

        await mine.getByRole('button', { name: 'Sign out' }).click();
        await mine.getByRole('heading', { name: 'This credential is private' }).waitFor();
        await mine.goto(link);
        await mine.getByRole('button', { name: 'Open credential' }).click();
        await mine.getByRole('button', { name: 'Email me a new link' }).click();
        await mine.getByText('a new one is on its way').waitFor();
      } finally {
        await call('DELETE', `/credentials/${credential.uuid}`);
        await page.close();
        await person.close();
      }
    },
  ],
];
