import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { api } from '../support/api.mjs';
import { mailTo } from '../support/mail.mjs';
import { rawKeys, violations } from '../support/page-checks.mjs';
import { settled } from '../support/settled.mjs';

const MIA = { name: 'Mia Ødegård', email: 'mia@recipients.example' };
const OLA = { name: 'Ola Nordmann', email: 'ola@recipients.example' };
const EVA = { name: 'Eva Lind', email: 'eva@recipients.example' };
const PASSWORD = 'three looms in a barn';

async function faultless(page, where) {
  await settled(page);
  assert.deepEqual(await violations(page), [], where);
  assert.deepEqual(await rawKeys(page), [], where);
}

const codeIn = (mail) => /\b\d{6}\b/.exec(mail.body)[0];

export const tests = [
  [
    'stops emails with the link of one of them and allows them again in the settings',
    async ({ url, demo, browser }) => {
      const call = api(url, demo.api_key);
      const { credential } = await call('POST', '/credentials', {
        credential: { group_id: demo.group_id, recipient: EVA, approve: true },
      });
      const stop = (await mailTo(url, EVA.email, 'Your credential')).links.find((link) => link.includes('/emails/'));
      await call('POST', '/sso/generate_link', { credential_id: credential.uuid });
      const page = await (await browser.person()).newPage();
      await page.goto(stop);
      await faultless(page, 'the page that stops emails');
      await page.getByRole('button', { name: 'Stop emails' }).click();
      await page.getByRole('heading', { name: 'These emails are stopped' }).waitFor();
      await page.getByRole('link', { name: 'All email settings' }).click();
      await page.getByLabel('Email', { exact: true }).fill(EVA.email);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();
      await page.keyboard.type(codeIn(await mailTo(url, EVA.email, 'Your sign-in code')));
      await page.keyboard.press('Enter');
      await page.getByRole('switch', { name: 'New credentials' }).waitFor();
      await faultless(page, 'the settings with emails and links');
      await page.getByRole('button', { name: /^Allow again/ }).click();
      await page.getByText('You stopped emails from').waitFor({ state: 'detached' });
      await page.getByRole('switch', { name: 'References' }).click();
      await page.getByRole('switch', { name: 'References', checked: false, disabled: false }).waitFor();
      await page.reload();
      await page.getByRole('switch', { name: 'References', checked: false }).waitFor();
      await page.getByRole('button', { name: /^End: link from/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
      await page.getByText('Sign-in through issuers').waitFor({ state: 'detached' });
      await page.goto(stop);
      await page.getByRole('button', { name: 'Stop emails' }).waitFor();
      await page.context().close();
    },
  ],
  [
    'becomes the owner with the email that delivered the credential',
    async ({ url, demo, browser, watch }) => {
      watch.allow(422, '/v1/recipient/sign_in');
      const { credential } = await api(url, demo.api_key)('POST', '/credentials', {
        credential: { group_id: demo.group_id, recipient: OLA, approve: true, private: true },
      });
      const mail = await mailTo(url, OLA.email, 'Your credential');
      const page = await (await browser.person()).newPage();
      await page.goto(mail.links[0]);
      const panel = page.getByRole('region', { name: 'Is this yours?' });
      await panel.waitFor();
      assert.ok(!page.url().includes('owner'), 'the secret stays in the address');
      await faultless(page, 'the page that the delivery email opens');
      await panel.getByLabel('Code').fill('000000'.replace(codeIn(mail), '111111'));
      await page.keyboard.press('Enter');
      await page.getByText('That code isn’t right').waitFor();
      await panel.getByLabel('Code').fill(codeIn(mail));
      await panel.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Signed in as').waitFor();
      assert.equal(new URL(page.url()).pathname, `/${credential.uuid}`);
      await page.context().close();
    },
  ],
  [
    'becomes the owner of a credential with nothing but its public page and a mailed code',
    async ({ url, demo, browser, watch }) => {
      watch.allow(422, '/v1/recipient/sign_in');
      const { credential } = await api(url, demo.api_key)('POST', '/credentials', {
        credential: { group_id: demo.group_id, recipient: MIA, approve: true },
      });
      const page = await (await browser.person()).newPage();
      await page.goto(`/${credential.uuid}`);
      await page.getByRole('link', { name: 'Email me a sign-in link' }).click();
      await page.getByRole('heading', { name: 'Open your credentials' }).waitFor();
      await faultless(page, 'the sign-in page');
      await page.getByLabel('Email', { exact: true }).fill(MIA.email);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();
      await faultless(page, 'the page for the code');
      const mail = await mailTo(url, MIA.email, 'Your sign-in code');
      await page.keyboard.type('000000'.replace(codeIn(mail), '111111'));
      await page.keyboard.press('Enter');
      await page.getByText('That code isn’t right').waitFor();
      await page.getByLabel('Code', { exact: true }).fill(codeIn(mail));
      await page.keyboard.press('Enter');
      await page.getByText(`Signed in as`).waitFor();
      assert.equal(new URL(page.url()).pathname, `/${credential.uuid}`);
      await page.getByRole('link', { name: 'All your credentials' }).click();
      await page.getByRole('heading', { name: 'Your credentials' }).waitFor();
      assert.equal(new URL(page.url()).pathname, '/me');
      await page.getByRole('link', { name: 'Account settings' }).click();
      await page.getByText('This browser', { exact: true }).waitFor();
      await faultless(page, 'the account');
      await page.getByLabel('Your name').fill('Mia O.');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('Account saved').waitFor();
      await page.getByLabel('New password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByRole('button', { name: 'Change password' }).waitFor();
      const arrived = page.waitForEvent('download', { timeout: 120_000 });
      await page.getByRole('button', { name: 'Download my data' }).click();
      assert.equal((await readFile(await (await arrived).path())).subarray(0, 2).toString(), 'PK');
      await page.getByText('Your data was downloaded').waitFor();
      await page.context().close();
    },
  ],
  [
    'opens the link of the email in the browser that asked, and asks any other for the code',
    async ({ url, browser, watch }) => {
      watch.allow(410, '/v1/recipient/sign_in');
      const here = await (await browser.person()).newPage();
      await here.goto('/retrieve');
      await faultless(here, 'the page to find credentials');
      await here.getByLabel('Email', { exact: true }).fill(MIA.email);
      await here.getByRole('button', { name: 'Email my credentials' }).click();
      await here.getByRole('heading', { name: 'Check your email' }).waitFor();
      const mail = await mailTo(url, MIA.email, 'Your credentials');
      const [link] = mail.links;
      const there = await (await browser.person()).newPage();
      await there.goto(link);
      await there.getByText('You asked for this email on another device').waitFor();
      assert.ok(!there.url().includes('token'), 'the secret stays in the address');
      await faultless(there, 'the page of the link elsewhere');
      const tab = await here.context().newPage();
      await tab.goto(link);
      await tab.getByText(`Signed in as`).waitFor();
      await there.getByLabel('Code', { exact: true }).fill(codeIn(mail));
      await there.keyboard.press('Enter');
      await there.getByText('has been used or has expired').waitFor();
      await here.context().close();
      await there.context().close();
    },
  ],
  [
    'signs in with a password, and sets another one when it is forgotten',
    async ({ url, browser, watch }) => {
      watch.allow(401, '/v1/recipient/sign_in');
      const page = await (await browser.person()).newPage();
      await page.goto('/sign-in');
      await page.getByRole('link', { name: 'Open your credentials' }).click();
      await page.getByRole('button', { name: 'Use a password' }).click();
      await page.getByLabel('Email', { exact: true }).fill(MIA.email);
      await page.getByLabel('Password').first().fill('wrong');
      await page.keyboard.press('Enter');
      await page.getByText('Sign in failed').waitFor();
      await page.getByLabel('Password').first().fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByText(`Signed in as`).waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('link', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: 'Use a password' }).click();
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
      await page.getByLabel('Email', { exact: true }).fill(MIA.email);
      await page.getByRole('button', { name: 'Email me a code' }).click();
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();
      const mail = await mailTo(url, MIA.email, 'Set a new password');
      await page.getByLabel('Code', { exact: true }).fill(codeIn(mail));
      await page.getByLabel('New password').fill(`${PASSWORD} by the sea`);
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByText(`Signed in as`).waitFor();
      await page.context().close();
    },
  ],
  [
    'joins a split wallet: another address, its credentials, and which one is primary',
    async ({ url, demo, browser }) => {
      const home = { name: MIA.name, email: 'mia.at.home@recipients.example' };
      await api(url, demo.api_key)('POST', '/credentials', {
        credential: { group_id: demo.group_id, recipient: home, approve: true },
      });
      const page = await (await browser.person()).newPage();
      await page.goto('/me/sign-in?next=/me/settings');
      await page.getByRole('button', { name: 'Use a password' }).click();
      await page.getByLabel('Email', { exact: true }).fill(MIA.email);
      await page.getByLabel('Password').first().fill(`${PASSWORD} by the sea`);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Add address' }).click();
      await page.getByLabel('Another address').fill(home.email);
      await page.keyboard.press('Enter');
      const mail = await mailTo(url, home.email, 'Your code');
      await faultless(page, 'the account while an address is added');
      await page.getByLabel('Code', { exact: true }).fill(codeIn(mail));
      await page.keyboard.press('Enter');
      await page.getByText(`${home.email} added`).or(page.getByText(/mia\.at\.home@recipients\.example.* added/)).first().waitFor();
      await page.getByRole('button', { name: /^Make .*primary address$/ }).click();
      await page.getByText(/Emails now go to .*mia\.at\.home/).waitFor();
      await page.getByRole('link', { name: 'All your credentials' }).click();
      await page.getByText(/Signed in as .*mia\.at\.home/).waitFor();
      await page.getByText('2 credentials', { exact: true }).waitFor();
      await page.goto('/me/settings');
      await page.getByRole('button', { name: /^Remove .*mia@/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove address' }).click();
      await page.getByText('Address removed').waitFor();
      await page.context().close();
    },
  ],
  [
    'deletes an account once its address was typed, and leaves the credentials',
    async ({ url, browser }) => {
      const page = await (await browser.person()).newPage();
      await page.goto('/me/sign-in');
      await page.getByLabel('Email', { exact: true }).fill(OLA.email);
      await page.getByRole('button', { name: 'Email me a code' }).click();
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();
      await page.getByLabel('Code', { exact: true }).fill(codeIn(await mailTo(url, OLA.email, 'Your sign-in code')));
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Account settings' }).click();
      await page.getByRole('button', { name: 'Delete account' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
      await faultless(page, 'the question whether to delete the account');
      await dialog.getByRole('textbox').fill('somebody@example.org');
      assert.ok(await dialog.getByRole('button', { name: 'Delete account' }).isDisabled());
      await dialog.getByRole('textbox').fill(OLA.email);
      await dialog.getByRole('button', { name: 'Delete account' }).click();
      await page.getByText('Your account was deleted.').waitFor();
      assert.equal(new URL(page.url()).pathname, '/me/sign-in');
      await mailTo(url, OLA.email, 'Your account was deleted');
      await page.context().close();
    },
  ],
];
