import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { api } from '../support/api.mjs';
import { pdfText } from '../support/files.mjs';
import { mailTo } from '../support/mail.mjs';
import { rawKeys, violations } from '../support/page-checks.mjs';
import { settled } from '../support/settled.mjs';
import { verifyPresented } from './openbadges.mjs';

async function faultless(page, where) {
  await settled(page);
  assert.deepEqual(await violations(page), [], where);
  assert.deepEqual(await rawKeys(page), [], where);
}

/** A person with credentials of two groups, signed in with a mailed code. */
async function holder({ url, demo, browser }, name, look) {
  const call = api(url, demo.api_key);
  const email = `${name.split(' ')[0].toLowerCase()}.${crypto.randomUUID().slice(0, 8)}@recipients.example`;
  const { group } = await call('POST', `/issuer/groups/${demo.group_id}/clone`);
  await call('PUT', `/issuer/groups/${group.id}`, { group: { course_name: 'Natural Dyes' } });
  const ids = [];
  for (const group_id of [demo.group_id, group.id]) {
    const { credential } = await call('POST', '/credentials', {
      credential: { group_id, recipient: { name, email }, approve: true },
    });
    ids.push(credential.uuid);
  }
  const page = await (await browser.person(look)).newPage();
  await page.goto('/me/sign-in?next=/me/collections');
  await page.locator('input[type=email]').fill(email);
  await page.keyboard.press('Enter');
  const mail = await mailTo(url, email, 'Your sign-in code');
  await page.keyboard.type(/\b\d{6}\b/.exec(mail.body)[0]);
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => pathname === '/me/collections');
  return { page, ids };
}

const names = (page) => page.locator('ol li a').allInnerTexts();

export const tests = [
  [
    'collects, orders and shares credentials with the keyboard alone',
    async (world) => {
      const { page } = await holder(world, 'Noor Haddad');
      await page.getByRole('heading', { name: 'No collections yet' }).waitFor();
      await faultless(page, 'no collections');
      await page.getByRole('button', { name: 'New collection' }).press('Enter');
      await page.getByLabel('Name').waitFor();
      await page.keyboard.type('Textile work');
      await faultless(page, 'the dialog for a new collection');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Nothing in this collection yet' }).waitFor();
      await faultless(page, 'an empty collection');
      await page.getByRole('button', { name: 'Add credentials' }).press('Enter');
      const choices = page.getByRole('dialog').getByRole('checkbox');
      await choices.nth(1).waitFor();
      await choices.nth(0).press('Space');
      await choices.nth(1).press('Space');
      await faultless(page, 'the credentials to choose from');
      await page.getByRole('button', { name: 'Add 2 credentials' }).press('Enter');
      await page.locator('ol li').nth(1).waitFor();
      const before = await names(page);
      assert.equal(before.length, 2);
      const stored = page.waitForResponse((answer) => answer.request().method() === 'PUT');
      await page.getByRole('button', { name: new RegExp(`Move .${before[0]}`) }).press('ArrowDown');
      await page.getByText(/moved to position 2 of 2/).waitFor();
      await stored;
      await page.reload();
      await page.locator('ol li').nth(1).waitFor();
      assert.deepEqual(await names(page), before.toReversed());
      await page.getByRole('button', { name: new RegExp(`Add a note to .${before[1]}`) }).press('Enter');
      await page.keyboard.type('Woven at the mill.');
      await page.getByRole('button', { name: 'Save' }).press('Enter');
      await page.getByText('Woven at the mill.').waitFor();
      await page.getByRole('radio', { name: 'Private' }).press('ArrowDown');
      await page.getByText('Sharing updated').waitFor();
      await faultless(page, 'a shared collection, to its owner');
      const link = await page.getByLabel('Link', { exact: true }).inputValue();

      const visitor = await (await world.browser.person()).newPage();
      await visitor.goto(link);
      await visitor.getByRole('heading', { name: 'Textile work' }).waitFor();
      assert.deepEqual(await names(visitor), before.toReversed());
      await visitor.getByText('Woven at the mill.').waitFor();
      await faultless(visitor, 'a shared collection, to a visitor');
      const printed = visitor.waitForEvent('download', { timeout: 120_000 });
      await visitor.getByRole('link', { name: 'Download PDF' }).press('Enter');
      const file = await (await printed).path();
      assert.match(pdfText(file), /Textilework.*Wovenatthemill\./s);
      await visitor.getByRole('button', { name: 'Verify all' }).press('Enter');
      await visitor.getByRole('heading', { name: 'All 2 credentials are valid' }).waitFor();
      await visitor.getByText('signed the presentation').waitFor();
      await faultless(visitor, 'a verified collection');
      await visitor.context().close();
      await page.context().close();
    },
  ],
  [
    'adds a selection of the wallet, downloads it as a presentation, replaces its link and deletes it',
    async (world) => {
      const { page } = await holder(world, 'Eli Sato');
      world.watch.allow(404, '/v1/public/collections');
      world.watch.allow(404, '/c/');
      await page.goto('/me');
      await page.getByLabel('Select all shown').press('Space');
      await page.getByRole('button', { name: 'Add to collection' }).press('Enter');
      await page.getByRole('menuitem', { name: 'New collection' }).press('Enter');
      await page.getByRole('dialog').getByLabel('Name').fill('Everything');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Everything' }).waitFor();
      await page.locator('ol li').nth(1).waitFor();
      assert.equal((await names(page)).length, 2);
      await page.getByRole('radio', { name: 'Anyone with the link' }).check();
      await page.getByText('Sharing updated').waitFor();
      const link = page.getByLabel('Link', { exact: true });
      const first = await link.inputValue();

      await page.getByRole('button', { name: /Actions for .Everything/ }).click();
      const printed = page.waitForEvent('download', { timeout: 120_000 });
      await page.getByRole('menuitem', { name: 'Download PDF' }).click();
      assert.match(pdfText(await (await printed).path()), /Everything/);
      await page.getByRole('button', { name: /Actions for .Everything/ }).click();
      const arrived = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'Download signed presentation' }).click();
      const presented = JSON.parse(await readFile(await (await arrived).path(), 'utf8'));
      assert.equal(presented.verifiableCredential.length, 2);

      // With a reader's challenge, independent software takes it for good, and for nobody else.
      const ids = presented.verifiableCredential.map(({ id }) => id.slice(id.lastIndexOf('/') + 1));
      const answer = await page.evaluate(async (credential_ids) => {
        const headers = { 'Content-Type': 'application/json', 'Recipient-Authorization': `Bearer ${localStorage.getItem('recipient')}` };
        const body = JSON.stringify({ credential_ids, challenge: 'c-1', domain: 'jobs.example' });
        return (await fetch('/v1/recipient/presentations', { method: 'POST', headers, body })).json();
      }, ids);
      const signed = answer.presentation ?? answer;
      const found = await verifyPresented(signed, 'c-1', 'jobs.example');
      assert.ok(found.verified, JSON.stringify(found.error ?? found.credentialResults));
      assert.equal((await verifyPresented(signed, 'c-2', 'jobs.example')).verified, false);
      const changed = structuredClone(signed);
      changed.verifiableCredential.pop();
      assert.equal((await verifyPresented(changed, 'c-1', 'jobs.example')).verified, false);

      await page.getByRole('button', { name: 'Replace link' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Replace link' }).click();
      await page.getByText('has a new link').waitFor();
      assert.notEqual(await link.inputValue(), first);
      const visitor = await (await world.browser.person()).newPage();
      await visitor.goto(first);
      await visitor.getByRole('heading').first().waitFor();
      await faultless(visitor, 'the former link');
      assert.equal(await visitor.getByText('Everything').count(), 0);
      await visitor.context().close();

      await page.getByRole('button', { name: /Actions for .Everything/ }).click();
      await page.getByRole('menuitem', { name: 'Delete collection' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'No collections yet' }).waitFor();
      await page.goto('/me');
      await page.getByText('2 credentials').waitFor();
      await page.context().close();
    },
  ],
];
