import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { zipNames } from '../support/files.mjs';

const DRAFTS_AND_ISSUED = '/credentials?page_size=10';

export const tests = [
  [
    'downloads the certificates of a page of a list as one ZIP, and finds them again under Downloads',
    async ({ admin }) => {
      const page = await admin();
      await page.goto(DRAFTS_AND_ISSUED);
      await page.locator('table[aria-busy="false"]').waitFor();
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await page.getByRole('button', { name: /^Download \d+$/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: 'Certificates (PDF)' }).check();
      await dialog.getByRole('button', { name: 'Prepare files' }).click();
      await dialog.getByText(/\d+ of 10 files are ready/).waitFor({ timeout: 60_000 });
      const ready = Number(/^\d+/.exec(await dialog.getByText(/\d+ of 10 files are ready/).innerText())[0]);
      assert.ok(ready > 0, 'no file is ready');
      const [file] = await Promise.all([
        page.waitForEvent('download', { timeout: 60_000 }),
        dialog.getByRole('button', { name: 'Download ZIP' }).click(),
      ]);
      assert.match(file.suggestedFilename(), /^laurel-certificate-[\d-]+\.zip$/);
      const names = zipNames(await readFile(await file.path()));
      assert.equal(names.filter((name) => name.endsWith('.pdf')).length, ready);
      assert.equal(names.includes('left-out.csv'), ready < 10);

      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await page.goto('/exports');
      const row = page.getByRole('row', { name: /Certificates \(PDF\)/ });
      await row.getByText('Ready', { exact: true }).waitFor();
      await row.getByRole('button', { name: 'Actions for Certificates (PDF)' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'No downloads' }).waitFor();
      await page.close();
    },
  ],
];
