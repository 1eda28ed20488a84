import assert from 'node:assert/strict';
import { api } from '../support/api.mjs';
import { rawKeys, violations } from '../support/page-checks.mjs';
import { settled } from '../support/settled.mjs';

const TUVA = { name: 'Tuva Lind', email: 'tuva@recipients.example' };

async function faultless(page, where) {
  await settled(page);
  assert.deepEqual(await violations(page), [], where);
  assert.deepEqual(await rawKeys(page), [], where);
}

export const tests = [
  [
    'finds a recipient in the list and opens their credentials',
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
    },
  ],
];
