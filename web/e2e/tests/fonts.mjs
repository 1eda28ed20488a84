import assert from 'node:assert/strict';
import { join } from 'node:path';
import { api } from '../support/api.mjs';
import { violations } from '../support/page-checks.mjs';
import { until } from '../support/until.mjs';

const OWN = 'House hand';
const files = (...names) => names.map((name) => join(import.meta.dirname, '../../node_modules/@fontsource', name));
/** A face whose own name is bundled, so that it has to be given another. */
const SCRIPT = files('tangerine/files/tangerine-latin-400-normal.woff2', 'tangerine/files/tangerine-latin-700-normal.woff2');

/** A design with one text. Each test has its own, or it would be asked about the changes of the one before. */
async function makeDesign({ url, demo }) {
  const text = { kind: 'text', model: 'For [recipient.name]', font_size: 40 };
  const place = { top: '30%', left: '20%', image_width: '60%', image_height: '20%' };
  const body = { design: { name: 'Set in many faces', blocks: [{ ...text, ...place }] } };
  return (await api(url, demo.api_key)('POST', '/certificate_designs/create', body)).design.id;
}

/** Opens such a design in the editor with the text selected. */
async function open(world) {
  const design = await makeDesign(world);
  const page = await world.admin();
  await page.goto(`/designs/${design}/edit`);
  await page.getByRole('main', { name: 'Design editor' }).waitFor();
  await page.getByRole('tab', { name: 'Layers' }).click();
  await page.locator('[data-layer]').click();
  await fontButton(page).waitFor();
  return page;
}

const fontButton = (page) => page.getByRole('button', { name: /^Font:/ });
const search = (page) => page.getByRole('combobox', { name: 'Search fonts' });
const options = (page) => page.getByRole('listbox', { name: 'Fonts' }).getByRole('option');
const chosen = (page) => fontButton(page).innerText();

export const tests = [
  [
    'chooses a font by keyboard alone, and offers it first the next time',
    async (world) => {
      const page = await open(world);
      await fontButton(page).focus();
      await page.keyboard.press('Enter');
      await options(page).first().waitFor();
      assert.equal(await search(page).evaluate((field) => field === document.activeElement), true, 'focus is in the search');
      await page.keyboard.type('playfair disp');
      await until('one font to be left', async () => (await options(page).count()) === 1);
      const active = await search(page).getAttribute('aria-activedescendant');
      assert.match(await page.locator(`[id="${active}"]`).getAttribute('aria-label'), /^Playfair Display, Serif, (and )?4 weights/);
      await page.keyboard.press('Enter');
      assert.equal(await chosen(page), 'Playfair Display');
      assert.equal(await fontButton(page).evaluate((button) => button === document.activeElement), true, 'focus came back');
      await page.keyboard.press('Enter');
      await page.getByText('Recently used').waitFor();
      assert.match(await options(page).first().getAttribute('aria-label'), /^Playfair Display,/);
      await page.keyboard.press('Escape');
      await search(page).waitFor({ state: 'detached' });
    },
  ],
  [
    'opens at once with all fonts, and shows each name in its face without loading fonts',
    async (world) => {
      const page = await open(world);
      const fetched = [];
      page.on('request', (request) => request.url().includes('/fonts/') && fetched.push(request.url()));
      await fontButton(page).click();
      await options(page).first().waitFor();
      const total = Number(await options(page).first().getAttribute('aria-setsize'));
      assert.ok(total >= 120, `${total} fonts`);
      assert.ok((await options(page).count()) < 30, 'only the fonts in sight are in the page');
      await page.keyboard.press('PageDown');
      await page.keyboard.press('PageDown');
      await page.locator('svg[data-font]').first().waitFor();
      assert.deepEqual(fetched, []);
      assert.deepEqual(await violations(page), [], 'the font menu');
    },
  ],
  [
    'filters by style, writing system and the language of the design',
    async (world) => {
      const page = await open(world);
      await fontButton(page).click();
      await options(page).first().waitFor();
      await page.getByRole('combobox', { name: 'Writing system' }).click();
      await page.getByRole('option', { name: 'Thai', exact: true }).click();
      await search(page).fill('char');
      await until('one font to be left', async () => (await options(page).count()) === 1);
      assert.match(await options(page).first().getAttribute('aria-label'), /^Charm,/);
      await search(page).fill('');
      await page.getByText('9 fonts').waitFor();
      await page.getByRole('switch', { name: /Only fonts complete for/ }).check({ force: true });
      await search(page).fill('black han');
      await page.getByText('No matching fonts.').waitFor();
    },
  ],
  [
    'goes on asking for a font that does not come, warns meanwhile, and shows it once it is there',
    async (world) => {
      const page = await open(world);
      let refused = 0;
      world.watch.allow(503, '/fonts/');
      await page.route('**/fonts/*', (route) => {
        refused++;
        return route.fulfill({ status: 503 });
      });
      await fontButton(page).click();
      await options(page).first().waitFor();
      await search(page).fill('Pacifico');
      await page.keyboard.press('Enter');
      assert.equal(await chosen(page), 'Pacifico');
      const warning = page.getByRole('alert').filter({ hasText: /font/i });
      await warning.waitFor();
      await until('a second attempt', () => refused > 1);
      await page.unroute('**/fonts/*');
      await warning.waitFor({ state: 'detached', timeout: 15_000 });
      await until('the face to load', () => page.evaluate(() => [...document.fonts].some((face) => face.family.includes('Pacifico') && face.status === 'loaded')));
    },
  ],
  [
    'uploads a font of the department, says what it covers, and sets a text in it',
    async (world) => {
      const page = await world.admin();
      world.watch.allow(422, '/fonts/create');
      await page.goto('/settings/fonts');
      await page.getByRole('button', { name: 'Upload font' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Upload font' });
      await dialog.locator('input[type=file]').setInputFiles(SCRIPT);
      await dialog.getByLabel('Name', { exact: true }).fill(OWN);
      await dialog.getByRole('button', { name: 'Upload 2 files' }).click();
      await dialog.getByText('Tick the box to confirm that you may use the font.').waitFor();
      await dialog.getByRole('checkbox').check();
      await dialog.getByRole('button', { name: 'Upload 2 files' }).click();
      await until('both files to be added', async () => (await dialog.getByText(`added to ${OWN}`).count()) === 2);
      await dialog.locator('input[type=file]').setInputFiles({ name: 'page.ttf', mimeType: 'font/ttf', buffer: Buffer.from('<html>') });
      await dialog.getByRole('button', { name: 'Upload 1 file' }).click();
      await dialog.getByText(/page\.ttf: .*isn’t a supported font file/).waitFor();
      assert.deepEqual(await violations(page), [], 'the upload of fonts');
      await dialog.getByRole('button', { name: 'Close' }).last().click();

      const row = page.getByRole('row').filter({ hasText: OWN });
      await row.getByText('700').waitFor();
      await row.getByRole('button', { name: `Actions for ${OWN}` }).click();
      await page.getByRole('menuitem', { name: 'Language coverage' }).click();
      const report = page.getByRole('dialog', { name: new RegExp(OWN) });
      await report.getByRole('combobox', { name: 'Language' }).fill('Pol');
      await page.getByRole('option', { name: /Pol/ }).first().click();
      await report.getByText(/Missing \d+ of \d+ characters/).waitFor();
      assert.deepEqual(await violations(page), [], 'the report on a font');
      await page.keyboard.press('Escape');

      const editor = await open(world);
      await fontButton(editor).click();
      await search(editor).fill('house');
      await until('the own font to be found', async () => (await options(editor).count()) === 1);
      await editor.keyboard.press('Enter');
      assert.equal(await chosen(editor), OWN);
      await until('the face to load', () => editor.evaluate((name) => [...document.fonts].some((face) => face.family.includes(name) && face.status === 'loaded'), OWN));
      await editor.getByRole('button', { name: 'Save design' }).click();
      await editor.locator('header').getByText('Saved', { exact: true }).waitFor();
    },
  ],
  [
    'keeps a font that a design uses, and gives it another name',
    async ({ admin, watch }) => {
      watch.allow(409, '/fonts/delete');
      watch.allow(409, '/fonts/update');
      const page = await admin();
      await page.goto('/settings/fonts');
      const actions = (name) => page.getByRole('button', { name: `Actions for ${name}` });
      await actions(OWN).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete font' }).click();
      await page.getByText(/is used in 1 design/).waitFor();
      await page.keyboard.press('Escape');
      await actions(OWN).click();
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      const dialog = page.getByRole('dialog', { name: 'Rename the font' });
      await dialog.getByLabel('Name').fill('Playfair Display');
      await dialog.getByRole('button', { name: 'Rename' }).click();
      await dialog.getByText(/used by another font/).first().waitFor();
      await dialog.getByLabel('Name').fill('House script');
      await dialog.getByRole('button', { name: 'Rename' }).click();
      await actions('House script').waitFor();
    },
  ],
];
