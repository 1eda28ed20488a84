import assert from 'node:assert/strict';
import { signIn } from '../support/session.mjs';

export const tests = [
  [
    'lists where one is signed in, and signs out everywhere else',
    async ({ browser, demo, watch, signedOut }) => {
      // Pages that other suites left open would go on asking with sessions that end here.
      await Promise.all(browser.pages().map((page) => page.close()));
      const here = await (await browser.person()).newPage();
      const there = await (await browser.person()).newPage();
      await signIn(here, demo);
      await signIn(there, demo);
      const before = await here.evaluate(() => localStorage.getItem('authorization'));
      await here.goto('/account');
      await here.getByText('This browser', { exact: true }).waitFor();
      assert.ok((await here.getByText(/last active/).count()) >= 2);
      await here.getByRole('button', { name: 'Sign out all other sessions' }).click();
      await here.getByRole('dialog').getByRole('button', { name: 'Sign out all other sessions' }).click();
      await here.getByText('Signed out everywhere else').waitFor();
      await here.getByText(/last active/).nth(1).waitFor({ state: 'detached' });
      watch.allow(401, '/v1/');
      await there.goto('/groups');
      await there.getByRole('heading', { name: 'Sign in' }).waitFor();
      assert.equal(await here.evaluate(() => localStorage.getItem('authorization')), before);
      signedOut();
    },
  ],
];
