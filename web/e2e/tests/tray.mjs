import assert from 'node:assert/strict';
import { speak, wear } from '../support/look.mjs';
import { rawKeys, violations } from '../support/page-checks.mjs';

const LIST = '/credentials?page_size=10';
const SCREEN = { path: () => LIST };
const tray = (page) => page.locator('section[class*="tray"]');

/**
 * Makes the server tell of no operations but those from now on, because other tests leave theirs in the tray. While `held.on`, the newest
 * are half done: those of a test end in a moment.
 */
async function hold(page) {
  const held = { on: true };
  const since = Math.floor(Date.now() / 1000) * 1000;
  await page.route('**/v1/operations?*', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    json.operations = json.operations.filter((one) => Date.parse(one.created_at) >= since);
    for (const one of held.on ? json.operations.slice(0, 2) : []) {
      const half = { state: 'running', input_count: 400, done_count: 100, refused_count: 0, unchanged_count: 0, seconds_left: 90 };
      Object.assign(one, half, { finished_at: null, can_undo: false, can_cancel: one.kind !== 'export' });
    }
    await route.fulfill({ response, json });
  });
  return held;
}

export const tests = [
  [
    'shows a bulk operation and an export with their progress, also after a reload, and then their results and an undo',
    async ({ admin }) => {
      const page = await admin();
      await page.goto(LIST);
      await page.locator('table[aria-busy="false"]').waitFor();
      const held = await hold(page);

      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Set privacy' }).click();
      await page.getByRole('dialog').getByText('Only people with the full link').click();
      await page.getByRole('dialog').getByRole('button', { name: /^Set the privacy of/ }).click();
      await page.waitForURL(/\/actions\//);
      await page.goto('/groups');
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByRole('menuitem', { name: 'CSV file' }).click();

      for (const again of [false, true]) {
        if (again) await page.reload();
        await tray(page).getByText('Setting privacy', { exact: true }).waitFor();
        await tray(page).getByText('Exporting a list', { exact: true }).waitFor();
        assert.equal(await tray(page).getByText('100 of 400').count(), 2);
        assert.equal(await tray(page).getByText('About 90 sec left').or(tray(page).getByText('About 2 min left')).count(), 2);
      }
      assert.deepEqual([await violations(page), await rawKeys(page)], [[], []]);
      await speak(page, 'ar', SCREEN);
      await wear(page, 'dark');
      await tray(page).getByText('تصدير قائمة', { exact: true }).waitFor();
      assert.deepEqual(await violations(page), []);
      await wear(page, 'light');
      await speak(page, 'en', SCREEN);

      held.on = false;
      await tray(page).getByRole('button', { name: 'Undo: Setting privacy' }).waitFor();
      assert.deepEqual(await violations(page), []);
      await tray(page).getByRole('button', { name: 'Undo: Setting privacy' }).click();
      await tray(page).getByText('Undoing an operation', { exact: true }).waitFor();
      await tray(page).getByRole('link', { name: 'View result: Undoing an operation' }).click();
      await page.getByRole('heading', { name: 'Undo of an operation' }).waitFor();
      await page.unrouteAll({ behavior: 'wait' });
    },
  ],
];
