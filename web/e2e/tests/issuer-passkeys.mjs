import assert from 'node:assert/strict';
import { withAuthenticator } from '../support/authenticator.mjs';
import { openBrowser } from '../support/browser.mjs';
import { mailTo } from '../support/mail.mjs';
import { rawKeys, violations } from '../support/page-checks.mjs';
import { startProduct } from '../support/product.mjs';
import { signIn } from '../support/session.mjs';
import { settled } from '../support/settled.mjs';

async function faultless(page, where) {
  await settled(page);
  assert.deepEqual(await violations(page), [], where);
  assert.deepEqual(await rawKeys(page), [], where);
}

const panelOf = (page, name) => page.locator('section', { has: page.getByRole('heading', { name, exact: true }) });

async function signOut(page) {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

export const tests = [
  [
    'adds a passkey, signs in with it alone and after the password, and removes it',
    async ({ binary }) => {
      // Browsers make no passkeys for the IP address that the other tests use.
      const { url, demo, stop } = await startProduct(binary, { queues: 'default,mail', host: 'localhost' });
      const browser = await openBrowser(url);
      try {
        await story(url, demo, browser);
        assert.deepEqual(browser.watch.problems, []);
      } finally {
        await browser.close();
        await stop();
      }
    },
  ],
];

async function story(url, demo, browser) {
  browser.watch.allow(401, '/v1/issuer_login/');
  const page = await (await browser.person()).newPage();
  // The device would answer the offer in the address field before the test presses the button.
  await page.addInitScript(() => {
    window.PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  const verifies = await withAuthenticator(page);
  await signIn(page, demo);
  const home = page.getByRole('navigation', { name: 'Main navigation' });

  await page.goto('/account');
  const passkeys = panelOf(page, 'Passkeys');
  const twoStep = panelOf(page, 'Two-step sign-in');
  await twoStep.getByText('Two-step sign-in is off.').waitFor();
  await passkeys.getByRole('button', { name: 'Add passkey' }).click();
  await passkeys.getByRole('textbox', { name: 'Name', exact: true }).fill('Laptop');
  await faultless(page, 'the form for a passkey');
  await passkeys.getByRole('button', { name: 'Create passkey' }).click();
  await page.getByText('Passkey added').waitFor();
  await twoStep.getByText('Recovery codes', { exact: true }).waitFor();
  await twoStep.getByRole('button', { name: 'I saved them' }).click();
  await twoStep.getByText('Your passkeys are the second step.').waitFor();
  await twoStep.getByText('10 recovery codes left').waitFor();
  await mailTo(url, demo.email, 'A passkey was added');
  await faultless(page, 'the account with a passkey');

  await signOut(page);
  await faultless(page, 'the sign-in page');
  await verifies(false);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('No passkey was used').waitFor();
  await faultless(page, 'the sign-in page after a passkey failed');
  await verifies(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await home.waitFor();

  await signOut(page);
  await page.getByLabel('Email').fill(demo.email);
  await page.getByLabel('Password', { exact: true }).fill(demo.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
  await faultless(page, 'the second step');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await home.waitFor();

  await page.goto('/account');
  await passkeys.getByText('Last used').waitFor();
  // As a quarter of an hour after signing in: the refused call is repeated after a proof.
  browser.watch.allow(403, '/v1/mfa/passkeys/');
  const unproved = { status: 403, json: { errors: 'Confirm that it’s you, then try again.', code: 'proof.required' } };
  await page.route('**/v1/mfa/passkeys/*', (route) => route.fulfill(unproved), { times: 1 });
  await passkeys.getByRole('button', { name: /^Remove .*Laptop/ }).click();
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await faultless(page, 'the dialog for a proof');
  await proof.getByRole('button', { name: 'Use a passkey' }).click();
  await passkeys.getByText('No passkeys yet').waitFor();
  await twoStep.getByText('Two-step sign-in is off.').waitFor();
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('This passkey can’t be used here').waitFor();
  await page.context().close();
}
