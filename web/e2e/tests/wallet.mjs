import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { api } from '../support/api.mjs';
import { mailTo } from '../support/mail.mjs';
import { rawKeys, violations } from '../support/page-checks.mjs';
import { settled } from '../support/settled.mjs';

const KAI = { name: 'Kai Nakamura', email: 'kai@recipients.example' };
const LEA = { name: 'Lea Moreau', email: 'lea@recipients.example' };
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
  [
    'shares a credential, and says what the link of a private one carries',
    async ({ url, demo, browser }) => {
      const call = api(url, demo.api_key);
      const { credential } = await call('POST', '/credentials', {
        credential: { group_id: demo.group_id, recipient: KAI, approve: true, private: true },
      });
      const page = await signedIn(browser, call, credential.uuid);
      await page.getByText('Private: only people with this link can see this page.').waitFor();
      const profile = page.getByRole('button', { name: 'Add to LinkedIn profile' });
      await profile.waitFor();
      await page.getByRole('button', { name: 'Share' }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Share this credential' });
      await dialog.getByText('This credential is private').waitFor();
      const link = await dialog.getByLabel('Link to this credential').first().inputValue();
      assert.match(link, /key=/);
      await faultless(page, 'the links of a credential');
      await dialog.getByRole('tab', { name: 'LinkedIn' }).focus();
      await page.keyboard.press('Enter');
      await dialog.getByLabel('Issue date (year-month)').first().waitFor();
      assert.match(await dialog.getByRole('link', { name: 'Add to LinkedIn profile' }).getAttribute('href'), /startTask/);
      await faultless(page, 'the values for LinkedIn');
      await page.keyboard.press('ArrowRight');
      await dialog.getByLabel('Email signature (HTML)').first().waitFor();
      await page.keyboard.press('ArrowRight');
      const arrived = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Download SVG' }).click();
      assert.match((await arrived).suggestedFilename(), /-qr\.svg$/);
      await faultless(page, 'the QR code of a credential');
      await page.context().close();
    },
  ],
  [
    'makes a credential private and public again',
    async ({ url, demo, browser, watch }) => {
      watch.allow(403, '/v1/public/credentials');
      const call = api(url, demo.api_key);
      const { credential } = await call('POST', '/credentials', {
        credential: { group_id: demo.group_id, recipient: LEA, approve: true },
      });
      const mail = await mailTo(url, LEA.email, 'Your credential');
      const page = await (await browser.person()).newPage();
      await page.goto(mail.links[0]);
      const panel = page.getByRole('region', { name: 'Is this yours?' });
      await panel.getByLabel('Code').fill(/\b\d{6}\b/.exec(mail.body)[0]);
      await panel.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Make private' }).click();
      const asked = page.getByRole('dialog', { name: 'Make this credential private?' });
      await asked.getByRole('button', { name: 'Make private' }).click();
      await page.getByText('Private: only people with this link can see this page.').waitFor();
      await faultless(page, 'the private credential of its owner');
      watch.allow(403, `/${credential.uuid}`);
      const visitor = await (await browser.person()).newPage();
      await visitor.goto(`/${credential.uuid}`);
      await visitor.getByRole('heading', { name: 'This credential is private' }).waitFor();
      await page.getByRole('button', { name: 'Make public' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Make public' }).click();
      await page.getByRole('button', { name: 'Make private' }).waitFor();
      await visitor.context().close();
      await page.context().close();
    },
  ],
];
