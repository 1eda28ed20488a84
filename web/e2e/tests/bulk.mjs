import assert from 'node:assert/strict';
import { api } from '../support/api.mjs';
import { rawKeys, violations } from '../support/page-checks.mjs';

export const tests = [
  [
    'does one thing to all that match a search, tells what came of each, and undoes it',
    async ({ url, demo, admin }) => {
      const call = api(url, demo.api_key);
      const { group } = await call('POST', '/issuer/groups', {
        group: { name: `In bulk ${Date.now()}`, course_name: 'Bulk', certificate_design_id: demo.design_id },
      });
      const page = await admin();
      try {
        for (const name of ['Bulk Ada', 'Bulk Bob', 'Bulk Cleo']) {
          const recipient = { name, email: `${name.replace(' ', '.')}@example.org` };
          await call('POST', '/credentials', { credential: { group_id: group.id, recipient } });
        }
        await page.goto(`/groups/${group.id}?query=Bulk&page_size=2`);
        await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
        await page.getByRole('button', { name: 'Select all 3 matching' }).click();
        await page.getByRole('button', { name: 'More', exact: true }).click();
        await page.getByRole('menuitem', { name: 'Set expiry date' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByText('On a date').click();
        await dialog.getByLabel('Expiry date').fill('2099-12-31');
        assert.deepEqual(await violations(page), []);
        await dialog.getByRole('button', { name: 'Set the expiry of 3 credentials' }).click();
        await page.getByText('3 of 3 done').waitFor();
        assert.deepEqual([await violations(page), await rawKeys(page)], [[], []]);
        await page.getByText('Failed: 0').click();
        await page.getByText('Nothing here').waitFor();
        await page.getByRole('button', { name: 'Undo for 3 credentials' }).click();
        await page.getByRole('heading', { name: 'Undo of an operation' }).waitFor();
        await page.getByText('3 of 3 done').waitFor();
        const { credentials } = await call('POST', '/credentials/search', { group_id: group.id });
        assert.deepEqual(credentials.map(({ expired_on }) => expired_on), [null, null, null]);
      } finally {
        const all_matching = { group_id: group.id };
        await call('POST', '/credentials/delete_many', { all_matching }).catch(() => undefined);
        await page.close();
      }
    },
  ],
];
