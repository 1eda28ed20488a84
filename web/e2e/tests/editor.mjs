import assert from 'node:assert/strict';
import { until } from '../support/until.mjs';
import { chooseTemplate } from './job.mjs';

const NAME = 'Drawn by hand';
const TEMPLATE = 'Charter';

let address;

/** Opens the design of these tests in the editor, with the list of layers beside it. */
async function open(admin) {
  const page = await admin();
  if (!address) {
    await chooseTemplate(page, TEMPLATE, NAME);
    address = new URL(page.url()).pathname;
  }
  await page.goto(address);
  await page.getByRole('link', { name: 'Edit design' }).click();
  await page.getByRole('main', { name: 'Design editor' }).waitFor();
  await page.getByRole('tab', { name: 'Layers' }).click();
  await page.locator('[data-layer]').first().waitFor();
  return page;
}

const field = (page, name) => page.getByRole('textbox', { name, exact: true }).last();
const placeOf = async (page) => ({
  left: Number(await field(page, 'Left').inputValue()),
  top: Number(await field(page, 'Top').inputValue()),
});
const saved = (page) => page.locator('header').getByText('Saved', { exact: true });
const unsaved = (page) => page.locator('header').getByText('Unsaved changes');
const words = (page) => field(page, 'Text');

/** A point of the page in percent, in px of the window. */
async function pointer(page) {
  const sheet = await page.locator('[data-sheet]').boundingBox();
  return (x, y) => [sheet.x + (sheet.width * x) / 100, sheet.y + (sheet.height * y) / 100];
}

/** The place of the middle of the selected block, in percent. */
async function middle(page) {
  const { left, top } = await placeOf(page);
  const width = Number(await field(page, 'Width').inputValue());
  const height = Number(await field(page, 'Height').inputValue());
  return { left, top, width, height, x: left + width / 2, y: top + height / 2 };
}

export const tests = [
  [
    'adds a text, drags it, and takes each back with one step',
    async ({ admin }) => {
      const page = await open(admin);
      await saved(page).waitFor();
      const count = await page.locator('[data-layer]').count();
      await page.getByRole('tab', { name: 'Add', exact: true }).click();
      await page.getByRole('button', { name: 'Text', exact: true }).click();
      await page.getByRole('tab', { name: 'Layers' }).click();
      assert.equal(await page.locator('[data-layer]').count(), count + 1);
      const from = await middle(page);
      const at = await pointer(page);
      await page.mouse.move(...at(from.x, from.y));
      await page.mouse.down();
      // Ctrl lets it lie where it is put.
      await page.keyboard.down('Control');
      await page.mouse.move(...at(from.x + 7, from.y + 11), { steps: 8 });
      await page.mouse.up();
      await page.keyboard.up('Control');
      const moved = await placeOf(page);
      assert.ok(Math.abs(moved.left - from.left - 7) < 0.3 && Math.abs(moved.top - from.top - 11) < 0.3, JSON.stringify(moved));
      await unsaved(page).waitFor();
      await page.keyboard.press('Control+z');
      assert.deepEqual(await placeOf(page), { left: from.left, top: from.top });
      await page.keyboard.press('Control+z');
      await saved(page).waitFor();
    },
  ],
  [
    'resizes by a handle, and never below five percent of the page',
    async ({ admin }) => {
      const page = await open(admin);
      await page.getByRole('tab', { name: 'Add', exact: true }).click();
      await page.getByRole('button', { name: 'Text', exact: true }).click();
      const from = await middle(page);
      const at = await pointer(page);
      await page.mouse.move(...at(from.left + from.width, from.top + from.height));
      await page.mouse.down();
      // Shift lets the corner of a text go its own way; without it width stays to height.
      await page.keyboard.down('Shift');
      await page.mouse.move(...at(from.left, from.top), { steps: 8 });
      await page.mouse.up();
      await page.keyboard.up('Shift');
      const { width, height } = await middle(page);
      assert.deepEqual([width, height], [5, 5]);
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+z');
    },
  ],
  [
    'types on the page, with tags as whole things, in one step',
    async ({ admin }) => {
      const page = await open(admin);
      await page.getByRole('tab', { name: 'Add', exact: true }).click();
      await page.getByRole('button', { name: 'Text', exact: true }).click();
      await page.locator('[data-canvas]').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Text of the block' }).waitFor();
      await page.keyboard.type('Dear [recipient na');
      await page.getByRole('option', { name: /Recipient name/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.type('x');
      assert.equal(await words(page).inputValue(), 'Dear [recipient.name]x');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Backspace');
      assert.equal(await words(page).inputValue(), 'Dear ');
      await page.keyboard.type('all');
      await page.keyboard.press('Enter');
      await page.keyboard.type('of you');
      await page.keyboard.press('Escape');
      assert.equal(await words(page).inputValue(), 'Dear all\nof you');
      await page.keyboard.press('Control+z');
      assert.equal(await words(page).inputValue(), 'New text');
      await page.keyboard.press('Control+z');
    },
  ],
  [
    'is used by keyboard alone through the list of layers',
    async ({ admin }) => {
      const page = await open(admin);
      await page.locator('[data-layer][tabindex="0"]').focus();
      const first = await page.locator(':focus').getAttribute('data-layer');
      await page.keyboard.press('ArrowDown');
      assert.notEqual(await page.locator(':focus').getAttribute('data-layer'), first);
      await page.keyboard.press('ArrowUp');
      const before = await placeOf(page);
      await page.keyboard.press('Alt+ArrowDown');
      await page.keyboard.press('Alt+Shift+ArrowRight');
      await until('the block has moved', async () => (await placeOf(page)).left !== before.left);
      const after = await placeOf(page);
      assert.ok(Math.abs(after.top - before.top - 0.1) < 0.001 && Math.abs(after.left - before.left - 1) < 0.001);
      await page.keyboard.press('Control+ArrowDown');
      assert.equal(await page.locator('[data-layer]').nth(1).getAttribute('data-layer'), first);
      for (let step = 0; step < 3; step++) await page.keyboard.press('Control+z');
      await saved(page).waitFor();
    },
  ],
  [
    'saves, and asks which version stays when someone else saved first',
    async ({ admin, watch }) => {
      watch.allow(409, '/certificate_designs/update');
      const mine = await open(admin);
      const theirs = await open(admin);
      const rename = (page, name) => field(page, 'Design name').fill(name);
      await rename(theirs, 'Theirs');
      await theirs.keyboard.press('Control+s');
      await saved(theirs).waitFor();
      await rename(mine, 'Mine');
      await mine.keyboard.press('Control+s');
      const question = mine.getByRole('dialog', { name: 'Someone else saved this design' });
      await question.getByRole('button', { name: 'Use theirs' }).click();
      await question.waitFor({ state: 'detached' });
      assert.equal(await field(mine, 'Design name').inputValue(), 'Theirs');
      await mine.locator('[data-canvas]').focus();
      await mine.keyboard.press('Control+z');
      assert.equal(await field(mine, 'Design name').inputValue(), 'Mine');
      await mine.keyboard.press('Control+s');
      await saved(mine).waitFor();
    },
  ],
  [
    'asks before unsaved work is lost, and gives it back after a crash',
    async ({ admin }) => {
      const page = await open(admin);
      await field(page, 'Design name').fill('Half a thought');
      await page.getByRole('button', { name: 'Close editor' }).click();
      const question = page.getByRole('dialog', { name: 'Leave without saving?' });
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await until('the draft is kept', () =>
        page.evaluate(() => Object.values(localStorage).some((value) => value.includes('Half a thought'))),
      );
      const address = page.url();
      // The tab dies as tabs do: none of its own code runs any more.
      const dead = page.waitForEvent('crash');
      const session = await page.context().newCDPSession(page);
      void session.send('Page.crash').catch(() => undefined);
      await dead;
      await page.close();
      const again = await admin();
      await again.goto(address);
      await again.getByRole('button', { name: 'Restore' }).click();
      assert.equal(await field(again, 'Design name').inputValue(), 'Half a thought');
      await again.getByRole('dialog').waitFor({ state: 'detached' });
      await again.getByRole('button', { name: 'Undo', exact: true }).click();
      await saved(again).waitFor();
    },
  ],
];
