import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { api } from '../support/api.mjs';
import { rawKeys, violations } from '../support/page-checks.mjs';
import { settled } from '../support/settled.mjs';

const IVY = { name: 'Ivy Okafor', email: 'ivy@recipients.example' };

async function faultless(page, where) {
  await settled(page);
  assert.deepEqual(await violations(page), [], where);
  assert.deepEqual(await rawKeys(page), [], where);
}

/** Signs the recipient of a credential in with a link of the issuer. */
async function signedIn(browser, call, uuid, look) {
  const { link } = await call('POST', `/credentials/${uuid}/recipient_link`);
  const page = await (await browser.person(look)).newPage();
  await page.goto(link);
  await page.getByRole('button', { name: 'Open credential' }).click();
  await page.getByText('Signed in as').waitFor();
  return page;
}

export const tests = [
  [
    'finds, selects and downloads credentials with the keyboard alone',
    async ({ url, demo, browser }) => {
      const call = api(url, demo.api_key);
      const { group } = await call('POST', `/issuer/groups/${demo.group_id}/clone`);
      let credential;
      for (const [group_id, issued_on] of [
        [demo.group_id, '2024-03-01'],
        [group.id, '2025-03-01'],
      ])
        ({ credential } = await call('POST', '/credentials', {
          credential: { group_id, recipient: IVY, approve: true, issued_on },
        }));
      const page = await signedIn(browser, call, credential.uuid);
      await page.goto('/me');
      await page.getByText('2 credentials').waitFor();
      await faultless(page, 'the wallet as a grid');
      const all = page.getByLabel('Select all shown');
      await all.focus();
      await page.keyboard.press('Space');
      await page.getByText('2 selected').waitFor();
      await faultless(page, 'the wallet with a selection');
      const zip = page.getByRole('button', { name: 'Download 2 as ZIP' });
      await zip.focus();
      const arrived = page.waitForEvent('download', { timeout: 120_000 });
      await page.keyboard.press('Enter');
      const bytes = await readFile(await (await arrived).path());
      assert.equal(bytes.subarray(0, 2).toString(), 'PK');
      await page.getByText('ZIP downloaded').waitFor();
      await page.getByRole('button', { name: 'Add filter' }).click();
      await page.getByRole('menuitem', { name: 'Year' }).click();
      await page.getByLabel('2024 1').click();
      await page.getByText('1 credential', { exact: true }).waitFor();
      assert.match(page.url(), /year=2024/);
      await page.keyboard.press('Escape');
      await page.getByRole('radio', { name: 'List' }).focus();
      await page.keyboard.press('Space');
      await faultless(page, 'the wallet as a list');
      await page.reload();
      await page.getByText('1 credential', { exact: true }).waitFor();
      assert.ok(await page.getByRole('radio', { name: 'List' }).isChecked(), 'the view is forgotten');
      await page.context().close();
    },
  ],
];
