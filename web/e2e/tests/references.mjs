import assert from 'node:assert/strict';
import { api } from '../support/api.mjs';
import { mailTo } from '../support/mail.mjs';
import { rawKeys, violations } from '../support/page-checks.mjs';

const GRACE = { name: 'Grace Hopper', email: 'grace@referees.example' };
const WORDS = 'Careful and quick: her cloth has no fault.';

async function faultless(page, where) {
  assert.deepEqual(await violations(page), [], where);
  assert.deepEqual(await rawKeys(page), [], where);
}

export const tests = [
  [
    'asks somebody for a reference, who writes it without signing in, and shows it once it is approved',
    async ({ url, demo, browser, watch, admin }) => {
      const call = api(url, demo.api_key);
      watch.allow(410, '/v1/public/references/open');
      const { credential } = await call('POST', '/credentials', {
        credential: {
          group_id: demo.group_id,
          recipient: { name: 'Ada Vouched', email: 'ada@vouched.example' },
          approve: true,
          references: [{ description: 'A pleasure to teach.', relationship: 'professor', referee: { name: 'Jean Bartik' } }],
        },
      });
      const page = await admin();
      const person = await browser.person();
      try {
        await page.goto(`/credentials/${credential.uuid}?tab=evidence`);
        await page.getByText('A pleasure to teach.').waitFor();
        await page.getByRole('button', { name: 'Ask for a reference' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Name').fill(GRACE.name);
        await dialog.getByLabel('Email address').fill(GRACE.email);
        await faultless(page, 'the dialog that asks');
        await dialog.getByRole('button', { name: 'Send request' }).click();
        await page.getByText('Requested', { exact: true }).waitFor();
        await page.getByRole('button', { name: /^Move .*Grace.*’s reference/ }).press('ArrowUp');
        await page.getByText(/Grace.*: position 1 of 2/).waitFor({ state: 'attached' });
        await faultless(page, 'the references of the credential');

        const mail = await mailTo(url, GRACE.email, 'Reference for Ada Vouched');
        const referee = await person.newPage();
        await referee.goto(mail.links[0]);
        await referee.getByRole('heading', { name: /Reference for/ }).waitFor();
        assert.ok(!referee.url().includes('token'), 'the secret stays in the address');
        await referee.getByRole('button', { name: 'Send reference' }).click();
        const relationship = referee.getByRole('combobox', { name: /How do you know/ });
        await relationship.and(referee.locator(':focus')).waitFor();
        await relationship.click();
        await referee.getByRole('option', { name: 'I taught them' }).click();
        await referee.getByLabel('Your reference').fill(WORDS);
        await faultless(referee, 'the page of the referee');
        await referee.getByRole('button', { name: 'Send reference' }).click();
        await referee.getByText('Thank you').waitFor();
        assert.equal(await referee.evaluate(() => document.activeElement.role), 'status');

        await page.reload();
        await page.getByRole('button', { name: 'Approve' }).click();
        await page.getByText('The reference is now shown on the public page.').waitFor();
        await referee.goto(`/${credential.uuid}`);
        await referee.locator('figure', { hasText: WORDS }).getByText('Taught the recipient').waitFor();
        await faultless(referee, 'the public page');
        await referee.goto(mail.links[0]); // the mail about the decision has a link of its own
        await referee.getByRole('heading', { name: 'This link doesn’t work' }).waitFor();
      } finally {
        await call('DELETE', `/credentials/${credential.uuid}`);
        await page.close();
        await person.close();
      }
    },
  ],
];
