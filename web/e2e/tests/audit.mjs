import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

export const tests = [
  [
    'shows who did what, and downloads the sealed log',
    async ({ admin }) => {
      const page = await admin();
      await page.goto('/settings/audit?object_kind=group');
      await page.getByRole('button', { name: 'Created a group' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Created a group' });
      await dialog.getByText('group.created').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: /: show only this person or API key$/ }).first().click();
      await page.waitForURL(/(user|api_key)_id=\d+/);
      await page.getByLabel('Until').fill('2000-01-01');
      await page.getByText('Nothing found').waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download sealed log' }).click(),
      ]);
      const [origin] = (await readFile(await file.path(), 'utf8')).split('\n');
      assert.match(JSON.parse(origin).log.issuer, /^did:web:/);
    },
  ],
];
