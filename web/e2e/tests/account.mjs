import assert from 'node:assert/strict';
import { mailTo } from '../support/mail.mjs';
import { createAccount } from '../support/session.mjs';

const person = { name: 'Ines Marchetti', email: 'ines@academy.example', department: 'Marchetti Academy' };
const passwords = { first: 'a rainy morning in Trieste', second: 'the ferry leaves at seven' };
const state = {};

async function enter(page, password) {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export const tests = [
  [
    'asks for an account, which tells nobody whether the address has one',
    async ({ browser }) => {
      const page = await (await browser.person()).newPage();
      state.page = page;
      await createAccount(page, { ...person, password: passwords.first });
      await page.getByText(`We sent a link to`).waitFor();
    },
  ],
  [
    'confirms the address by the link in the mail, and starts with four steps',
    async ({ url }) => {
      const { page } = state;
      const mail = await mailTo(url, person.email, 'Confirm');
      await page.goto(mail.links[0]);
      await page.getByRole('heading', { name: 'Email address confirmed' }).waitFor();
      await page.getByRole('link', { name: 'Go to the dashboard' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await enter(page, passwords.first);
      await page.getByRole('heading', { name: person.department, level: 1 }).waitFor();
      const steps = page.getByRole('region', { name: 'Steps to your first credential' }).getByRole('listitem');
      await steps.nth(3).waitFor();
      assert.equal(await steps.count(), 4);
      assert.equal(await page.getByText('Confirm your email address').count(), 0);
    },
  ],
  [
    'signs out, and the dashboard is closed',
    async () => {
      const { page } = state;
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.goto('/groups');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    },
  ],
  [
    'sets a new password by the link in the mail and signs in with it',
    async ({ url, watch }) => {
      const { page } = state;
      watch.allow(401, '/issuer_login/sign_in');
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await page.getByRole('heading', { name: 'Reset your password' }).waitFor(); // the page before asks for an address too
      await page.getByLabel('Email').fill(person.email);
      await page.getByRole('button', { name: 'Send link' }).click();
      await page.getByRole('heading', { name: 'Check your email' }).waitFor({ timeout: 60_000 });
      const mail = await mailTo(url, person.email, 'password');
      await page.goto(mail.links[0]);
      await page.getByLabel('New password').fill(passwords.second);
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByRole('heading', { name: 'Password set' }).waitFor();
      await page.getByRole('link', { name: 'Sign in' }).click();
      await enter(page, passwords.first);
      await page.getByText('Sign in failed. Check your email and password.').waitFor();
      await enter(page, passwords.second);
      await page.getByRole('heading', { name: person.department, level: 1 }).waitFor();
    },
  ],
  [
    'answers too many wrong passwords with a pause of a minute',
    async ({ browser, watch }) => {
      watch.allow(401, '/issuer_login/sign_in');
      watch.allow(429, '/issuer_login/sign_in');
      const page = await (await browser.person()).newPage();
      await page.goto('/sign-in');
      for (let attempt = 1; attempt <= 6; attempt++) {
        const answer = page.waitForResponse((response) => response.url().endsWith('/issuer_login/sign_in'));
        await enter(page, `wrong password number ${attempt}`);
        const status = (await answer).status();
        if (attempt === 1) assert.equal(status, 401);
        if (attempt === 6) assert.equal(status, 429);
      }
      await page.getByText('Too many incorrect sign in attempts. Try again in 1 minute.').waitFor();
    },
  ],
];
