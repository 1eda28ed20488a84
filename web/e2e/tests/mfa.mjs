import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { mailTo } from '../support/mail.mjs';
import { violations } from '../support/page-checks.mjs';
import { createAccount } from '../support/session.mjs';

const person = { name: 'Noor Haddad', email: 'noor@academy.example', department: 'Haddad Academy', password: 'nine herons over the weir' };
const state = {};

/** The code that an authenticator app shows for a secret (RFC 6238: SHA-1, 30 seconds, 6 digits), or the one after it. */
function codeOf(secret, ahead = 0) {
  const bits = [...secret].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead));
  const hash = createHmac('sha1', key).update(step).digest();
  const at = hash[19] & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

const unproved = (route) => route.fulfill({ status: 403, json: { errors: 'Confirm that it’s you, then try again.', code: 'proof.required' } });

const panelOf = (page) => page.locator('section', { has: page.getByRole('heading', { name: 'Two-step sign-in' }) });

async function enter(page) {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function again(page) {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await enter(page);
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
}

export const tests = [
  [
    'turns two-step sign-in on by keyboard, with recovery codes to keep',
    async ({ browser, url }) => {
      const page = await (await browser.person()).newPage();
      state.page = page;
      await createAccount(page, person);
      await page.goto((await mailTo(url, person.email, 'Confirm')).links[0]);
      await page.getByRole('link', { name: 'Go to the dashboard' }).click();
      await enter(page);
      await page.getByRole('heading', { name: person.department, level: 1 }).waitFor();

      await page.goto('/account');
      const panel = panelOf(page);
      await panel.getByRole('button', { name: 'Set up authenticator app' }).press('Enter');
      await panel.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
      state.secret = (await panel.getByText(/^[A-Z2-7]{16,}$/).textContent()).trim();
      assert.deepEqual(await violations(page), []);
      await panel.getByLabel('Code', { exact: true }).waitFor();
      await page.keyboard.type(codeOf(state.secret));
      await page.keyboard.press('Enter');
      await panel.getByText('Recovery codes', { exact: true }).waitFor();
      const [file] = await Promise.all([page.waitForEvent('download'), panel.getByRole('button', { name: 'Download codes' }).click()]);
      state.codes = (await readFile(await file.path(), 'utf8')).trim().split('\n');
      assert.equal(state.codes.length, 10);
      assert.deepEqual(await violations(page), []);
      await panel.getByRole('button', { name: 'I saved them' }).click();
      await panel.getByText('10 recovery codes left').waitFor();
      await mailTo(url, person.email, 'authenticator');
    },
  ],
  [
    'asks for a code of the app after the password, and takes each once',
    async ({ watch }) => {
      const { page, secret } = state;
      watch.allow(401, '/issuer_login/sign_in');
      watch.allow(422, '/issuer_login/second_factor');
      await again(page);
      assert.deepEqual(await violations(page), []);
      await page.getByLabel('Code', { exact: true }).fill('000 000');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText(/This code is wrong or was already used/).first().waitFor();
      await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1)); // the first was used to set it up
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: person.department, level: 1 }).waitFor();
    },
  ],
  [
    'takes a recovery code without the phone, says so by email, and is turned off with another',
    async ({ url, watch }) => {
      const { page, codes } = state;
      watch.allow(401, '/issuer_login/sign_in');
      await again(page);
      await page.getByLabel('Code', { exact: true }).fill(codes[0].toUpperCase());
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: person.department, level: 1 }).waitFor();
      await mailTo(url, person.email, 'recovery code');
      await page.goto('/account');
      const panel = panelOf(page);
      await panel.getByText('9 recovery codes left').waitFor();
      // As a quarter of an hour after signing in.
      watch.allow(403, '/v1/mfa/totp/delete');
      await page.route('**/v1/mfa/totp/delete', unproved, { times: 1 });
      await panel.getByRole('button', { name: 'Remove authenticator app' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove authenticator app' }).click();
      const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
      await proof.getByLabel('Code', { exact: true }).fill(codes[1]);
      assert.deepEqual(await violations(page), []);
      await proof.getByRole('button', { name: 'Confirm' }).click();
      await panel.getByText('Two-step sign-in is off.').waitFor();
    },
  ],
  [
    'requires two-step sign-in of the department, and leads to setting it up',
    async ({ watch }) => {
      const { page } = state;
      watch.allow(403, '/v1/');
      await page.goto('/settings/department');
      await page.getByLabel('Require two-step sign-in').press(' ');
      await page.getByLabel('From', { exact: true }).fill(new Date().toISOString().slice(0, 10));
      assert.deepEqual(await violations(page), []);
      const form = page.locator('form').filter({ has: page.getByLabel('Require two-step sign-in') });
      await form.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('heading', { name: 'Set up two-step sign-in' }).waitFor();
      assert.deepEqual(await violations(page), []);
      const panel = panelOf(page);
      await panel.getByRole('button', { name: 'Set up authenticator app' }).click();
      const secret = (await panel.getByText(/^[A-Z2-7]{16,}$/).textContent()).trim();
      await panel.getByLabel('Code', { exact: true }).fill(codeOf(secret));
      await page.keyboard.press('Enter');
      await panel.getByRole('button', { name: 'I saved them' }).click();
      await page.getByRole('heading', { name: 'Set up two-step sign-in' }).waitFor({ state: 'detached' });
      await page.goto('/settings/team');
      await page.getByRole('columnheader', { name: 'Two-step sign-in' }).waitFor();
      await page.getByRole('cell', { name: 'On', exact: true }).waitFor();
    },
  ],
];
