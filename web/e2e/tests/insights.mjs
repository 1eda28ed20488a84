import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { credentialOf } from '../support/demo.mjs';
import { rawKeys, violations } from '../support/page-checks.mjs';

const REPORTS = ['', '/engagement', '/email', '/sharing', '/verification', '/groups', '/designs', '/sharers', '/team'];
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** The number of a figure. */
const figure = async (page, name) => {
  const value = page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]');
  return Number((await value.innerText()).replaceAll(',', ''));
};

const downloaded = async (page, name) => {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  return readFile(await file.path());
};

export const tests = [
  [
    'counts a visit, and shows it as a chart, a table and files',
    async ({ url, demo, admin, browser }) => {
      const credential = await credentialOf(url, demo, { private: false, state: 'published' });
      const page = await admin();
      await page.goto('/insights');
      await page.getByRole('heading', { name: 'Insights', level: 1 }).waitFor();
      await page.getByRole('heading', { name: 'Over time' }).waitFor();
      const before = await figure(page, 'Views');

      const visitor = await (await browser.person()).newPage();
      await visitor.goto(`/${credential.uuid}`);
      await visitor.getByText(`Awarded to ${credential.recipient.name}`).waitFor();
      let after = before;
      for (let tries = 0; after <= before && tries < 20; tries++) {
        await page.waitForTimeout(500); // visits are written a second later
        await page.reload();
        await page.getByRole('heading', { name: 'Over time' }).waitFor();
        after = await figure(page, 'Views');
      }
      assert.ok(after > before, `${after} views after a visit, ${before} before`);

      await page.locator('label', { hasText: /^Views$/ }).click();
      await page.getByText(/^Views: .* in total, most on/).first().waitFor();
      await page.locator('svg.recharts-surface').first().focus();
      await page.keyboard.press('ArrowRight');
      await page.locator('.recharts-tooltip-wrapper strong').waitFor();
      assert.deepEqual((await downloaded(page, 'Download as PNG')).subarray(0, 4), PNG);
      const rows = (await downloaded(page, 'Download as CSV')).toString('utf8').trim().split('\r\n');
      assert.equal(rows[0], 'time,published,views,downloads,shares,verifications');
      assert.equal(rows.length, 91, 'a row for each of 90 days');
      const inFile = rows.slice(1).reduce((sum, row) => sum + Number(row.split(',')[2]), 0);
      assert.equal(inFile, after, 'the file and the screen differ');
      await page.getByRole('button', { name: 'Show as table' }).click();
      await page.getByRole('columnheader', { name: 'Views' }).waitFor();
    },
  ],
  [
    'keeps its filters in the address and leads to the credentials behind a figure',
    async ({ admin }) => {
      const page = await admin();
      await page.goto('/insights');
      await page.getByRole('combobox', { name: 'Period' }).click();
      await page.getByRole('option', { name: 'Last 365 days' }).click();
      await page.waitForURL(/start_date=/);
      await page.getByRole('switch', { name: 'Compare with previous period' }).click();
      await page.waitForURL(/compare=no/);
      await page.getByRole('tab', { name: 'Groups' }).click();
      await page.waitForURL(/\/insights\/groups\?.*compare=no/);
      await page.getByRole('heading', { name: 'By group' }).waitFor();
      await page.getByRole('button', { name: 'Show credentials: Issued' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Credentials behind “Issued”' });
      await dialog.getByRole('link').first().waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.goto('/insights/nothing');
      await page.getByText('There is no such report').waitFor();
      await page.goto('/insights?start_date=2001-01-01&end_date=2001-01-31');
      await page.getByText('Nothing happened in this period').waitFor();
    },
  ],
  [
    'shows the last 30 days on the start page, as charts and as a table',
    async ({ admin }) => {
      const page = await admin();
      let asked = 0;
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === '/v1/home') asked++;
      });
      await page.goto('/');
      await page.getByRole('heading', { name: 'Last 30 days' }).waitFor();
      await page.locator('svg.recharts-surface').nth(3).waitFor();
      assert.equal(asked, 1);
      await page.locator('svg.recharts-surface').first().focus();
      await page.keyboard.press('ArrowRight');
      await page.locator('.recharts-tooltip-wrapper strong').first().waitFor();
      await page.getByRole('button', { name: 'Show as table' }).click();
      const table = page.getByRole('table');
      await table.getByRole('columnheader', { name: 'Verifications' }).waitFor();
      assert.equal(await table.getByRole('row').count(), 31);
      await page.getByRole('link', { name: 'Open Insights' }).click();
      await page.waitForURL(/\/insights\?start_date=/);
    },
  ],
  [
    'says who shares most, and what the team did',
    async ({ admin }) => {
      const page = await admin();
      await page.goto('/insights/sharers');
      await page.getByRole('table').first().getByRole('row').nth(1).waitFor();
      const rows = (await downloaded(page, 'Download the table as CSV')).toString('utf8').trim().split('\r\n');
      assert.equal(rows[0].replace('\ufeff', ''), 'recipient,shares,other_views,referrals,verifications');
      assert.equal(rows.length - 1, await page.getByRole('table').first().getByRole('rowheader').count());
      await page.getByRole('tab', { name: 'Team' }).click();
      await page.getByRole('rowheader', { name: 'Miriam Adeyemi' }).waitFor();
      assert.ok((await figure(page, 'Credentials published')) > 0);
    },
  ],
  ...['en', 'ar'].map((language) => [
    `can be used by everybody, in ${language}`,
    async ({ admin, browser }) => {
      const storageState = await (await admin()).context().storageState();
      for (const scheme of ['light', 'dark']) {
        const person = await browser.person({ language, scheme, storageState });
        const page = await person.newPage();
        for (const report of REPORTS) {
          await page.goto(`/insights${report}`);
          await page.locator('svg.recharts-surface').first().waitFor();
          assert.deepEqual(await violations(page), [], `${report} ${scheme}`);
          assert.deepEqual(await rawKeys(page), [], `${report} ${scheme}`);
        }
        await person.close();
      }
    },
  ]),
];
