import assert from 'node:assert/strict';
import { sql } from '../support/database.mjs';
import { violations } from '../support/page-checks.mjs';

const GROUP = 'Scheduled lace';
const state = {};
const isolated = (name) => `\u2068${name}\u2069`;

async function save(page) {
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await page.getByText('Schedule saved.').first().waitFor();
}

export const tests = [
  [
    'turns reminders and expiry emails on by keyboard, and names days that are wrong',
    async ({ admin, data, watch }) => {
      await sql(
        data,
        `insert into groups (department_id, name, course_name, created_at, updated_at)
         select min(department_id), '${GROUP}', '${GROUP}', now(), now() from memberships where role = 'owner'`,
      );
      const page = await admin({ kept: true });
      state.page = page;
      await page.goto('/settings/email');
      await page.getByRole('tab', { name: 'Schedule' }).click();
      await page.waitForURL('**/settings/email/schedule');
      await page.getByText('Nothing goes out in the next 7 days.').waitFor();
      assert.deepEqual(await violations(page), []);
      await page.locator('input[name="reminders"]').press('Space');
      await page.locator('input[name="expiry"]').press('Space');
      assert.equal(await page.getByLabel('Days after publication').inputValue(), '3, 14');
      assert.equal(await page.getByLabel('Days before the last day').inputValue(), '30, 7, 1, 0');
      await page.getByLabel('Days after publication').fill('soon');
      await page.getByRole('button', { name: 'Save schedule' }).click();
      await page.getByText('Enter whole numbers, separated by commas.').first().waitFor();
      await page.getByLabel('Days after publication').fill('3, 400');
      watch.allow(422, '/email_schedules');
      await page.getByRole('button', { name: 'Save schedule' }).click();
      await page.getByText('Must be at most 365.').first().waitFor();
      assert.deepEqual(await violations(page), []);
      await page.getByLabel('Days after publication').fill('3');
      await page.getByLabel('Days after the last day').fill('2');
      await save(page);
      await page.reload();
      assert.equal(await page.getByLabel('Days after publication').inputValue(), '3');
      assert.equal(await page.getByLabel('Days after the last day').inputValue(), '2');
    },
  ],
  [
    'gives a group days of its own and takes them back',
    async () => {
      const { page } = state;
      await page.getByRole('button', { name: 'Add group' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Schedule of a group' });
      await dialog.getByRole('button', { name: 'Save schedule' }).click();
      await dialog.getByText('Required.').waitFor();
      await dialog.getByRole('combobox', { name: 'Group' }).fill(GROUP);
      await page.getByRole('option', { name: GROUP }).click();
      await dialog.locator('input[name="reminders"]').press('Space');
      assert.deepEqual(await violations(page), []);
      await dialog.getByRole('button', { name: 'Save schedule' }).click();
      const item = page.getByRole('region', { name: GROUP });
      await item.getByText('No reminders').waitFor();
      assert.deepEqual(await violations(page), []);
      await page.getByRole('button', { name: `Remove the schedule of ${isolated(GROUP)}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByText('All groups follow the schedule above.').waitFor();
    },
  ],
  [
    'pauses all and goes on',
    async () => {
      const { page } = state;
      await page.getByRole('button', { name: 'Pause all' }).press('Enter');
      await page.getByText('All scheduled emails are paused').waitFor();
      await page.getByText('What would go out if emails weren’t paused.').waitFor();
      assert.deepEqual(await violations(page), []);
      await page.getByRole('button', { name: 'Resume' }).press('Enter');
      await page.getByText('All scheduled emails are paused').waitFor({ state: 'detached' });
      for (const name of ['reminders', 'expiry']) await page.locator(`input[name="${name}"]`).press('Space');
      await save(page);
    },
  ],
];
