import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { violations } from '../support/page-checks.mjs';
import { settled } from '../support/settled.mjs';

const NAMES = ['Ana Silva', 'José Núñez', '李小龍', 'محمد العربي', 'Δημήτρης Παπάς', 'Siobhán O’Connor', 'ปวีณา สุขใจ', 'अनिता शर्मा', 'Нина Иванова', '김민준'];
const ROWS = 200;
/** Rows by what is wrong with them: no name, no address, no day. */
const WRONG = { 20: 'name', 60: 'email', 100: 'email', 140: 'name', 180: 'date' };
const BAD = Object.keys(WRONG).length;

/** A spreadsheet of people in all scripts; the addresses are new at each run, so that nobody has the credential yet. */
function people() {
  const run = Date.now().toString(36);
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const wrong = WRONG[index];
    const name = wrong === 'name' ? '' : NAMES[index % NAMES.length];
    const email = wrong === 'email' ? `nobody-${run}-${index}@` : `person-${run}-${index}@example.com`;
    const date = wrong === 'date' ? '2026-13-41' : '2026-05-01';
    return [name, email, date, index % 101].map((cell) => `"${cell}"`).join(';');
  });
  const text = ['Full name;E-mail;Issue date;Grade', ...rows].join('\r\n');
  return { name: 'graduates.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
}

/** The step is there, and nobody is kept out of it. */
async function look(page, step) {
  await page.waitForURL((url) => url.pathname.endsWith(`/${step}`));
  await settled(page);
  assert.deepEqual(await violations(page), [], step);
}

export const tests = [
  [
    'brings a spreadsheet of 200 people in all scripts in: reads, maps, checks, mends a row, imports the valid ones, takes all back',
    async ({ admin, demo }) => {
      const page = await admin();
      await page.goto(`/groups/${demo.group_id}?page_size=1`);
      await page.getByRole('link', { name: 'Import' }).click();
      await look(page, 'new');
      await page.setInputFiles('input[type=file]', people());
      await page.getByText('graduates.csv').waitFor();
      await page.getByRole('button', { name: 'Upload' }).click();

      await page.getByText('Does this look right?').waitFor();
      await page.getByRole('link', { name: 'Continue to columns' }).waitFor();
      assert.equal(await page.getByRole('combobox', { name: 'Column separator' }).inputValue(), 'Semicolon');
      assert.deepEqual(await violations(page), []);
      await page.getByRole('link', { name: 'Continue to columns' }).click();

      await look(page, 'columns');
      const becomes = (column) => page.getByRole('combobox', { name: `${column} is` });
      assert.equal(await becomes('Full name').inputValue(), 'Recipient name');
      assert.equal(await becomes('E-mail').inputValue(), 'Email address');
      assert.equal(await becomes('Issue date').inputValue(), 'Issue date');
      await page.getByRole('button', { name: 'Check rows' }).click();

      await page.getByRole('button', { name: `${BAD} with errors` }).waitFor({ timeout: 30_000 });
      await look(page, 'check');
      const grid = page.getByRole('grid', { name: 'Rows of the file' });
      assert.equal(await grid.getByRole('row').count(), BAD + 1);
      const address = grid.getByRole('gridcell', { name: /^nobody-.*-60@/ });
      await address.click();
      await page.keyboard.press('F2');
      await page.keyboard.type('example.com');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: `${BAD - 1} with errors` }).waitFor();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download rows with errors' }).click(),
      ]);
      const errors = (await readFile(await file.path(), 'utf8')).trim().split('\n');
      assert.equal(errors.length, BAD);

      const valid = ROWS - BAD + 1;
      await page.getByRole('link', { name: `Continue with ${valid} rows` }).click();
      await look(page, 'start');
      await page.getByRole('checkbox', { name: `Import only the ${valid} valid rows` }).check();
      await page.getByRole('checkbox', { name: /has the right to use this data/ }).check();
      await page.getByRole('button', { name: `Import ${valid} rows` }).click();

      await page.getByText(`${valid} rows imported`).waitFor({ timeout: 30_000 });
      await look(page, 'result');
      await page.getByRole('button', { name: 'Undo import' }).click();
      await page.getByRole('dialog').getByRole('button', { name: /^(Delete \d+ drafts?|Revoke up to \d+ credentials?)$/ }).click();
      await page.getByText(`${valid} drafts deleted`).waitFor({ timeout: 30_000 });

      await page.goto('/imports');
      await page.getByRole('row', { name: /graduates\.csv/ }).first().getByText('Imported', { exact: true }).waitFor();
      await page.close();
    },
  ],
];
