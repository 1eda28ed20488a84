import assert from 'node:assert/strict';
import { mailTo } from '../support/mail.mjs';
import { violations } from '../support/page-checks.mjs';

const NAME = 'Monday figures';

async function choose(page, label, option) {
  await page.getByRole('combobox', { name: label }).or(page.getByRole('textbox', { name: label })).first().click();
  await page.getByRole('option', { name: option }).first().click();
}

export const tests = [
  [
    'schedules a report, pauses it and sends it to the member now',
    async ({ admin, url, demo }) => {
      const page = await admin({ kept: true });
      await page.goto('/insights');
      await page.getByRole('link', { name: 'Scheduled reports' }).click();
      await page.waitForURL('**/insights/reports');
      await page.getByText('No scheduled reports').waitFor();
      assert.deepEqual(await violations(page), []);
      await page.getByRole('button', { name: 'Schedule a report' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill(NAME);
      await choose(page, 'Frequency', 'Monthly');
      await dialog.getByText('About the last whole month').waitFor();
      await dialog.getByLabel('Groups', { exact: true }).check();
      assert.ok(await dialog.getByRole('button', { name: 'Schedule report' }).isDisabled());
      await choose(page, 'Recipients', /@/);
      await page.keyboard.press('Escape');
      assert.deepEqual(await violations(page), []);
      await dialog.getByRole('button', { name: 'Schedule report' }).click();
      await page.getByText('Report scheduled').first().waitFor();
      const row = page.getByRole('row', { name: new RegExp(NAME) });
      await row.getByText('Overview and Groups').waitFor();
      await row.getByText('On day 1 of each month').waitFor();
      const act = async (name) => {
        await row.getByRole('button', { name: `Actions for ${NAME}` }).click();
        await page.getByRole('menuitem', { name }).click();
      };
      await act('Send to me now');
      await page.getByText('The report is on its way to your inbox').first().waitFor();
      const mail = await mailTo(url, demo.email, NAME);
      assert.match(mail.body, /Issued: [\d,]+ \(previously/);
      await act('Pause');
      await row.getByText('Paused', { exact: true }).waitFor();
      assert.deepEqual(await violations(page), []);
      await act('Delete');
      await page.getByRole('button', { name: 'Delete report' }).click();
      await page.getByText('No scheduled reports').waitFor();
    },
  ],
];
