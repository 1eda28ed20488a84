import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { api } from '../support/api.mjs';
import { mailTo } from '../support/mail.mjs';
import { rawKeys, violations } from '../support/page-checks.mjs';
import { settled } from '../support/settled.mjs';


/** A person of one test, new in each attempt. */
function someone(name) {
  const email = `${name.split(' ')[0].toLowerCase()}.${crypto.randomUUID().slice(0, 8)}@recipients.example`;
  return { name, email };
}

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
      const ivy = someone('Ivy Okafor');
      const { group } = await call('POST', `/issuer/groups/${demo.group_id}/clone`);
      let credential;
      for (const [group_id, issued_on] of [
        [demo.group_id, '2024-03-01'],
        [group.id, '2025-03-01'],
      ])
        ({ credential } = await call('POST', '/credentials', {
          credential: { group_id, recipient: ivy, approve: true, issued_on },
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
        credential: { group_id: demo.group_id, recipient: someone('Kai Nakamura'), approve: true, private: true },
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
      const lea = someone('Lea Moreau');
      const call = api(url, demo.api_key);
      const { credential } = await call('POST', '/credentials', {
        credential: { group_id: demo.group_id, recipient: lea, approve: true },
      });
      const mail = await mailTo(url, lea.email, 'Your credential');
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
  [
    'adds evidence to a credential, and approves what a referee wrote',
    async ({ url, demo, browser }) => {
      const call = api(url, demo.api_key);
      const { credential } = await call('POST', '/credentials', {
        credential: { group_id: demo.group_id, recipient: someone('Zoe Lindqvist'), approve: true },
      });
      const max = someone('Max Referee');
      const page = await signedIn(browser, call, credential.uuid);
      await page.getByRole('button', { name: 'Evidence and references' }).click();
      const dialog = page.getByRole('dialog', { name: 'Evidence and references' });
      await dialog.getByText('No evidence yet').waitFor();
      await faultless(page, 'evidence and references, empty');
      await dialog.getByRole('button', { name: 'Add evidence' }).click();
      await dialog.locator('input[type=file]').setInputFiles({
        name: 'essay.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('An essay'),
      });
      await dialog.getByText('essay.txt').waitFor();
      await faultless(page, 'the form for evidence');
      await dialog.getByRole('button', { name: 'Add evidence' }).click();
      await dialog.getByText('Added by you').waitFor();
      await dialog.getByRole('button', { name: /Actions for .*essay/ }).click();
      await page.getByRole('menuitem', { name: 'Edit evidence' }).click();
      await dialog.getByLabel('Title').fill('My essay');
      await dialog.getByRole('button', { name: 'Save evidence' }).click();
      await dialog.getByRole('link', { name: 'My essay' }).waitFor();

      await dialog.getByRole('button', { name: 'Ask for a reference' }).click();
      await dialog.getByLabel('Name').fill(max.name);
      await dialog.getByLabel('Email address').fill(max.email);
      await faultless(page, 'the form that asks for a reference');
      await dialog.getByRole('button', { name: 'Send request' }).click();
      await dialog.getByText('Requested', { exact: true }).waitFor();
      const mail = await mailTo(url, max.email, 'has asked you for a reference');
      const written = await fetch(`${url}/v1/public/references/submit`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          token: new URL(mail.links[0]).searchParams.get('token'),
          reference: { description: 'Thorough work.', relationship: 'worked', referee: { name: max.name } },
        }),
      });
      assert.equal(written.status, 200, await written.text());
      await page.reload();
      await page.getByRole('button', { name: 'Evidence and references' }).click();
      await dialog.getByText('Thorough work.').waitFor();
      await faultless(page, 'a reference that waits');
      await dialog.getByRole('button', { name: 'Approve' }).click();
      await dialog.getByText('Shown', { exact: true }).last().waitFor();
      await dialog.getByRole('button', { name: /Actions for .*My essay/ }).click();
      await page.getByRole('menuitem', { name: 'Delete evidence' }).click();
      await page.getByRole('dialog', { name: /Delete the evidence/ }).getByRole('button', { name: 'Delete evidence' }).click();
      await dialog.getByText('No evidence yet').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('figure', { hasText: 'Thorough work.' }).waitFor();
      await page.context().close();
    },
  ],
];
