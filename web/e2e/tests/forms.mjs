import assert from 'node:assert/strict';
import { until } from '../support/until.mjs';

const notices = (page) => page.getByRole('status').filter({ hasText: 'Check these fields' });

export const tests = [
  [
    'marks the fields of an invalid form and names them for two seconds',
    async ({ admin }) => {
      const page = await admin();
      await page.goto('/groups/new');
      await page.getByRole('button', { name: 'Create group' }).click();
      const shown = Date.now();
      const warning = notices(page);
      await warning.waitFor();
      for (const label of ['Group name', 'Course name']) {
        await warning.getByText(label, { exact: true }).waitFor();
        assert.equal(await page.getByLabel(label).getAttribute('aria-invalid'), 'true', label);
      }
      await page.getByText('Required.').first().waitFor();
      await until('the warning is gone', async () => (await warning.count()) === 0);
      const seconds = (Date.now() - shown) / 1000;
      assert.ok(seconds > 1.5 && seconds < 6, `it stayed ${seconds} s`);
    },
  ],
  [
    'refuses a grade that is no percentage',
    async ({ admin, demo }) => {
      const page = await admin();
      await page.goto(`/groups/${demo.group_id}/credentials/new`);
      await page.getByLabel('Grade (%)').fill('101');
      await page.getByRole('button', { name: 'Create credential' }).click();
      await page.getByText('Enter a number from 0 to 100.').waitFor();
    },
  ],
  [
    'shows what the server refuses at its field: a recipient who has the credential already',
    async ({ admin, demo, watch }) => {
      watch.allow(422, '/credentials');
      const page = await admin();
      await page.goto(`/groups/${demo.group_id}/credentials/new`);
      await page.getByLabel('Name', { exact: true }).fill('Amelia Hartley');
      await page.getByLabel('Email address').fill(demo.recipient_email);
      await page.getByRole('button', { name: 'Create credential' }).click();
      await until('the field says so', async () => (await page.getByLabel('Email address').getAttribute('aria-invalid')) === 'true');
    },
  ],
  [
    'asks before unsaved changes are left',
    async ({ admin }) => {
      const page = await admin();
      await page.goto('/groups/new');
      await page.getByLabel('Group name').fill('Half a thought');
      const leave = () => page.getByRole('link', { name: 'Designs', exact: true }).click();
      const question = page.getByRole('dialog', { name: 'Leave without saving?' });
      await leave();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await question.waitFor({ state: 'detached' });
      assert.equal(await page.getByLabel('Group name').inputValue(), 'Half a thought');
      await leave();
      await question.getByRole('button', { name: 'Leave and discard changes' }).click();
      await page.getByRole('heading', { name: 'Designs', level: 1 }).waitFor();
    },
  ],
  [
    'does not delete a design that a group uses',
    async ({ admin, watch }) => {
      watch.allow(409, '/certificate_designs/delete');
      watch.allow(422, '/certificate_designs/delete');
      const page = await admin();
      await page.goto('/designs');
      await page.getByRole('button', { name: 'Actions for Northlight certificate' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete design' }).click();
      const refusal = page.getByRole('dialog', { name: 'The design wasn’t deleted' });
      await refusal.getByText('This design is in use. Remove it from groups before deleting it.').waitFor();
      await refusal.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('link', { name: 'Northlight certificate' }).waitFor();
    },
  ],
];
