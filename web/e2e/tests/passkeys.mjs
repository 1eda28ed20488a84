import assert from 'node:assert/strict';
import { api } from '../support/api.mjs';
import { withAuthenticator } from '../support/authenticator.mjs';
import { openBrowser } from '../support/browser.mjs';
import { mailTo } from '../support/mail.mjs';
import { rawKeys, violations } from '../support/page-checks.mjs';
import { startProduct } from '../support/product.mjs';
import { settled } from '../support/settled.mjs';

const PIA = { name: 'Pia Lind', email: 'pia@passkeys.example' };

async function faultless(page, where) {
  await settled(page);
  assert.deepEqual(await violations(page), [], where);
  assert.deepEqual(await rawKeys(page), [], where);
}

const signOut = async (page) => {
  await page.evaluate(() => window.localStorage.clear());
  await page.goto('/me/sign-in');
  await page.getByRole('heading', { name: 'Open your credentials' }).waitFor();
};

export const tests = [
  [
    'adds, renames and uses a passkey, which signs in no more once it is removed',
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
  browser.watch.allow(401, '/v1/recipient/'); // of a page whose session the test takes away
  await api(url, demo.api_key)('POST', '/credentials', { credential: { group_id: demo.group_id, recipient: PIA, approve: true } });
  const page = await (await browser.person()).newPage();
  // The device would answer the offer in the address field before the test presses the button.
  await page.addInitScript(() => {
    window.PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  const verifies = await withAuthenticator(page);
  await page.goto('/me/sign-in?next=/me/settings');
  await page.getByRole('heading', { name: 'Open your credentials' }).waitFor();
  await page.getByLabel('Email', { exact: true }).fill(PIA.email);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  const { body } = await mailTo(url, PIA.email, 'Your sign-in code');
  await page.getByLabel('Code').fill(/\b\d{6}\b/.exec(body)[0]);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Account settings' }).waitFor();
  await page.getByText('No passkeys yet').waitFor();

  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Laptop');
  await faultless(page, 'the form for a passkey');
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await page.getByText('Passkey added').waitFor();
  await page.getByText('Laptop').waitFor();
  await mailTo(url, PIA.email, 'A passkey was added');
  await page.getByRole('button', { name: /^Rename .*Laptop/ }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Old laptop');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Rename .*Old laptop/ }).waitFor();
  await faultless(page, 'the settings with a passkey');

  await signOut(page);
  await verifies(false);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('No passkey was used').waitFor();
  await faultless(page, 'the sign-in page after a passkey failed');
  await verifies(true);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('heading', { name: 'Your credentials', exact: true }).waitFor();

  await page.goto('/me/settings');
  await page.getByText('Last used').waitFor();
  await page.getByRole('button', { name: /^Remove .*Old laptop/ }).click();
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await page.getByText('No passkeys yet').waitFor();
  await signOut(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('This passkey can’t be used here').waitFor();
  await page.context().close();
}
