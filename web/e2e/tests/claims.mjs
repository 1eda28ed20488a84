import assert from 'node:assert/strict';
import { api } from '../support/api.mjs';
import { mailTo } from '../support/mail.mjs';
import { violations } from '../support/page-checks.mjs';
import { settled } from '../support/settled.mjs';

const ANA = { name: 'Ana Quispe-Mamani', email: 'ana@claims.example' };
const IDA = { name: 'Ida Nörregård', email: 'ida@quick.example' };

const accessible = async (page) => assert.equal((await violations(page)).join('\n'), '');

export const tests = [
  [
    'hands out a link by which somebody claims a credential, and prints it',
    async ({ url, browser, admin, demo }) => {
      const page = await admin();
      await page.goto(`/groups/${demo.group_id}`);
      await page.getByRole('link', { name: 'Claim links' }).click();
      await page.getByRole('button', { name: 'New claim link' }).click();
      await page.getByLabel('Link name').fill('Open day');
      await page.getByRole('spinbutton', { name: 'Places' }).fill('1');
      await accessible(page);
      await page.getByRole('button', { name: 'Create link' }).click();
      await page.getByRole('link', { name: 'Open day' }).click();
      await page.getByRole('link', { name: 'Printable sheet' }).click();
      const code = await page.getByRole('img', { name: /^QR code of / }).getAttribute('aria-label');
      await accessible(page);

      const visitor = await (await browser.person()).newPage();
      await visitor.goto(code.replace('QR code of ', ''));
      await settled(visitor);
      await accessible(visitor);
      await visitor.getByLabel('Name').fill(ANA.name);
      await visitor.getByLabel('Email address').fill(ANA.email);
      await visitor.getByRole('button', { name: 'Request credential' }).click();
      await visitor.getByText('Check your email').waitFor();
      const mail = await mailTo(url, ANA.email, 'Confirm your email address');
      await visitor.goto(mail.links[0]);
      await visitor.getByRole('button', { name: 'Confirm address' }).click();
      await visitor.getByText('Your credential has been issued').waitFor();
      await visitor.getByRole('link', { name: 'View your credential' }).click();
      await visitor.getByText(`Awarded to ${ANA.name}`).waitFor();
      await visitor.goto(code.replace('QR code of ', ''));
      await visitor.getByText('All places are taken').waitFor();
      await visitor.context().close();
      await page.close();
    },
  ],
  [
    'issues a credential by the keyboard alone, takes it back, and exports a list',
    async ({ url, admin, demo }) => {
      const page = await admin();
      await page.goto(`/groups/${demo.group_id}`);
      await settled(page);
      await page.keyboard.press('Control+k');
      await page.locator('[role=combobox]:focus').waitFor();
      await page.keyboard.type('issue');
      await page.getByRole('option', { name: 'Issue a credential' }).waitFor();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Issue a credential' });
      await dialog.waitFor();
      await page.keyboard.type(IDA.name);
      await page.keyboard.press('Tab');
      await page.keyboard.type(IDA.email);
      await page.keyboard.press('Tab');
      const { group } = await api(url, demo.api_key)('GET', `/issuer/groups/${demo.group_id}`);
      await page.keyboard.press('Control+a');
      await page.keyboard.type(group.name);
      await page.getByRole('option', { name: group.name, exact: true }).waitFor();
      await page.keyboard.press('Enter');
      await accessible(page);
      await page.keyboard.press('Enter');
      await page.getByText(/^Issued to .*Ida/).waitFor();
      await dialog.getByRole('link', { name: /Open .*Ida.*’s credential/ }).waitFor();
      assert.equal(await page.evaluate(() => document.activeElement.getAttribute('name')), 'name');
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await page.getByText(`Undone: ${IDA.name}`).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });

      await page.goto('/groups');
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: 'CSV file' }).click();
      await page.getByText('CSV generating. You’ll get it by email in a few minutes.').waitFor();
      await page.goto('/exports?tab=rows');
      const row = page.getByRole('row', { name: /Groups/ }).first();
      await row.getByText('Ready').waitFor();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        row.getByRole('button', { name: /^Download laurel-groups-/ }).click(),
      ]);
      assert.match(file.suggestedFilename(), /^laurel-groups-[\d-]+\.csv$/);
      await accessible(page);
      await page.close();
    },
  ],
];
