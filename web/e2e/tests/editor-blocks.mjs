import assert from 'node:assert/strict';
import { violations } from '../support/page-checks.mjs';
import { until } from '../support/until.mjs';
import { chooseTemplate } from './job.mjs';

const NAME = 'Blocks by hand';
const OTHER = 'Blocks elsewhere';
const TEMPLATE = 'Charter';

const addresses = new Map();

/** Opens a design of these tests in the editor, as it was saved. */
async function open(admin, name = NAME) {
  const page = await admin();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  if (!addresses.has(name)) {
    await chooseTemplate(page, TEMPLATE, name);
    addresses.set(name, new URL(page.url()).pathname);
  }
  await page.goto(addresses.get(name));
  // Earlier tests end without saving; what the browser kept of them is not for this one.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('laurel.draft.')) localStorage.removeItem(key);
  });
  await page.getByRole('link', { name: 'Edit design' }).click();
  await page.getByRole('main', { name: 'Design editor' }).waitFor();
  await showLayers(page);
  return page;
}

const canvas = (page) => page.locator('[data-canvas]');
const inspector = (page) => page.getByRole('complementary', { name: 'Properties' });
const field = (page, name) => inspector(page).getByRole('textbox', { name, exact: true });
const number = async (page, name) => Number.parseFloat(await field(page, name).inputValue());
const frame = async (page) => ({
  left: await number(page, 'Left'),
  top: await number(page, 'Top'),
  width: await number(page, 'Width'),
  height: await number(page, 'Height'),
});
const near = (a, b, by = 0.3) => assert.ok(Math.abs(a - b) < by, `${a} is not near ${b}`);
const rows = (page) => page.locator('[data-layer]');
const groupRow = (page) => page.locator('[data-group]');
const selected = (page) => page.locator('[data-layer][aria-pressed=true]');

async function showLayers(page) {
  await page.getByRole('tab', { name: 'Layers' }).click();
  await rows(page).first().waitFor();
}

/** Adds a block of a kind and gives it a place; it stays selected. */
async function add(page, kind, place) {
  await page.getByRole('tab', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: kind, exact: true }).click();
  await showLayers(page);
  for (const [side, value] of Object.entries(place)) {
    await field(page, side).fill(String(value));
    await field(page, side).blur();
  }
}

/** Selects the front blocks, so many. */
async function selectFront(page, count) {
  await rows(page).first().click();
  for (let at = 1; at < count; at++) await rows(page).nth(at).click({ modifiers: ['Shift'] });
}

/** A point of the page in percent, in px of the window. */
async function pointer(page) {
  const sheet = await page.locator('[data-sheet]').boundingBox();
  return (x, y) => [sheet.x + (sheet.width * x) / 100, sheet.y + (sheet.height * y) / 100];
}

async function drag(page, from, to, held = []) {
  const at = await pointer(page);
  await page.mouse.move(...at(...from));
  await page.mouse.down();
  for (const key of held) await page.keyboard.down(key);
  await page.mouse.move(...at(...to), { steps: 8 });
  await page.mouse.up();
  for (const key of held) await page.keyboard.up(key);
}

const refusal = (page, words) => page.getByRole('status').filter({ hasText: words }).first().waitFor();

/** Tests leave their pages by closing them, so that none goes on keeping drafts. */
const closing = (test) => async (world) => {
  const pages = [];
  const admin = async () => {
    const page = await world.admin();
    pages.push(page);
    return page;
  };
  try {
    await test({ ...world, admin });
  } finally {
    for (const page of pages) await page.close();
  }
};

const all = [
  [
    'groups blocks, selects them as one, goes in by double click and out by Escape',
    async ({ admin }) => {
      const page = await open(admin);
      await add(page, 'Rectangle', { Left: 10, Top: 10, Width: 10, Height: 10 });
      await add(page, 'Ellipse', { Left: 30, Top: 10, Width: 10, Height: 10 });
      await inspector(page).getByRole('checkbox', { name: 'Filled' }).check();
      await selectFront(page, 2);
      await canvas(page).focus();
      await page.keyboard.press('Control+g');
      await groupRow(page).waitFor();
      assert.match(await inspector(page).getByRole('heading').first().innerText(), /Group of 2 blocks/);
      assert.deepEqual(await frame(page), { left: 10, top: 10, width: 30, height: 10 });

      const at = await pointer(page);
      await page.mouse.click(...at(70, 95));
      await page.mouse.click(...at(35, 15));
      assert.equal(await selected(page).count(), 2);
      await page.mouse.dblclick(...at(35, 15));
      assert.equal(await selected(page).count(), 1);
      assert.equal(await number(page, 'Left'), 30);
      await page.keyboard.press('Escape');
      assert.equal(await selected(page).count(), 2);
      await page.keyboard.press('Escape');
      assert.equal(await selected(page).count(), 0);

      await groupRow(page).click();
      await field(page, 'Group name').fill('Seal');
      assert.match(await groupRow(page).innerText(), /Seal/);
      await canvas(page).focus();
      await page.keyboard.press('ArrowRight');
      assert.equal(await number(page, 'Left'), 10.1);
      await page.keyboard.press('Control+d');
      assert.equal(await groupRow(page).count(), 2);
      await page.keyboard.press('Control+Shift+g');
      await until('the copy is a group no more', async () => (await groupRow(page).count()) === 1);
    },
  ],
  [
    'goes through a group in the list of layers by keyboard',
    async ({ admin }) => {
      const page = await open(admin);
      await add(page, 'Rectangle', { Left: 10, Top: 10 });
      await add(page, 'Ellipse', { Left: 40, Top: 40 });
      await selectFront(page, 2);
      await page.keyboard.press('Control+g');
      await groupRow(page).focus();
      const all = await rows(page).count();
      await page.keyboard.press('ArrowLeft');
      await until('the group is folded', async () => (await rows(page).count()) === all - 2);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      assert.equal(await selected(page).count(), 1);
      const inner = page.locator(':focus');
      assert.match(await inner.getAttribute('aria-label'), /Ellipse/);
      await page.keyboard.press('Control+ArrowDown');
      assert.match(await rows(page).first().getAttribute('aria-label'), /Rectangle/);
      await page.keyboard.press('Alt+Shift+ArrowRight');
      await until('it has moved', async () => (await number(page, 'Left')) === 41);
      await page.keyboard.press('ArrowLeft');
      assert.equal(await groupRow(page).getAttribute('aria-pressed'), 'true');
      await page.keyboard.press('Enter');
      assert.equal(await selected(page).count(), 1);
    },
  ],
  [
    'locks place, content and looks by themselves, and says what a lock refuses',
    async ({ admin }) => {
      const page = await open(admin);
      await add(page, 'Text', { Left: 20, Top: 20 });
      const lock = async (part) => {
        await inspector(page).getByRole('button', { name: 'Lock', exact: true }).click();
        await page.getByRole('menuitemcheckbox', { name: part }).click();
        await page.keyboard.press('Escape');
        await page.getByRole('menu').waitFor({ state: 'detached' });
        await canvas(page).focus();
      };
      await lock('Position and size');
      await page.keyboard.press('ArrowRight');
      await refusal(page, 'The position of 1 block is locked.');
      assert.equal(await number(page, 'Left'), 20);
      assert.ok(await field(page, 'Left').isDisabled());
      assert.ok(await field(page, 'Text').isEnabled());
      await page.keyboard.press('Delete');
      await refusal(page, '1 locked block wasn’t deleted.');
      await lock('Position and size');

      await lock('Content');
      await page.keyboard.press('Enter');
      await refusal(page, 'The content of 1 block is locked.');
      assert.ok(await field(page, 'Text').isDisabled());
      await lock('Content');

      await lock('Style');
      assert.ok(await field(page, 'Size').isDisabled());
      assert.ok(await field(page, 'Text').isEnabled());
      assert.match(await rows(page).first().getAttribute('aria-label'), /locked: Style/);
      await page.keyboard.press('Control+l');
      assert.match(await rows(page).first().getAttribute('aria-label'), /locked: Position and size, Content, and Style/);
      await page.keyboard.press('Control+l');
      assert.doesNotMatch(await rows(page).first().getAttribute('aria-label'), /locked/);
    },
  ],
  [
    'shows what several blocks have in common, and changes it in one step',
    async ({ admin }) => {
      const page = await open(admin);
      await add(page, 'Line', { Left: 20, Top: 20 });
      await add(page, 'Text', { Left: 20, Top: 40 });
      await field(page, 'Color').fill('#aa0000');
      await selectFront(page, 2);
      const color = field(page, 'Color');
      assert.equal(await color.inputValue(), '');
      assert.equal(await color.getAttribute('placeholder'), 'Mixed');
      assert.equal(await number(page, 'Left'), 20);
      assert.equal(await field(page, 'Top').getAttribute('placeholder'), 'Mixed');
      assert.equal(await field(page, 'Text').count(), 0);
      await color.fill('#00aa00');
      await rows(page).first().click();
      assert.equal(await color.inputValue(), '#00aa00');
      await rows(page).nth(1).click();
      assert.equal(await color.inputValue(), '#00aa00');
      await canvas(page).focus();
      await page.keyboard.press('Control+z');
      assert.equal(await color.inputValue(), '#000000');
      await rows(page).first().click();
      assert.equal(await color.inputValue(), '#aa0000');
    },
  ],
  [
    'resizes several blocks in relation, letters by a corner, and from the centre with Alt',
    async ({ admin }) => {
      const page = await open(admin);
      await add(page, 'Text', { Left: 20, Top: 20, Width: 20, Height: 10 });
      await field(page, 'Size').fill('20');
      await drag(page, [40, 30], [60, 40], ['Control']);
      near((await number(page, 'Size')) / 20, 2, 0.05);
      await page.keyboard.press('Control+z');
      await drag(page, [40, 25], [60, 25], ['Control']);
      near(await number(page, 'Width'), 40);
      assert.equal(await number(page, 'Size'), 20);
      await page.keyboard.press('Control+z');

      await add(page, 'Rectangle', { Left: 20, Top: 20, Width: 20, Height: 20 });
      await drag(page, [40, 30], [45, 30], ['Control', 'Alt']);
      near(await number(page, 'Left'), 15);
      near(await number(page, 'Width'), 30);
      await page.keyboard.press('Control+z');

      await add(page, 'Ellipse', { Left: 60, Top: 60, Width: 20, Height: 20 });
      await selectFront(page, 2);
      await drag(page, [80, 80], [50, 50], ['Control']);
      await rows(page).first().click();
      const [ellipse] = [await frame(page)];
      near(ellipse.left, 40);
      near(ellipse.width, 10);
      near(ellipse.height, 10);
    },
  ],
  [
    'copies a group into a design in another tab, and pastes words and a picture',
    async ({ admin }) => {
      const here = await open(admin);
      await add(here, 'Rectangle', { Left: 10, Top: 10 });
      await add(here, 'Text', { Left: 30, Top: 30 });
      await selectFront(here, 2);
      await canvas(here).focus();
      await here.keyboard.press('Control+g');
      await here.keyboard.press('Control+c');
      const there = await open(admin, OTHER);
      const before = await rows(there).count();
      const groups = await groupRow(there).count();
      await there.bringToFront();
      await canvas(there).focus();
      await there.keyboard.press('Control+v');
      await until('both blocks are there', async () => (await rows(there).count()) === before + 2);
      assert.equal(await groupRow(there).count(), groups + 1);
      assert.equal(await selected(there).count(), 2);
      await there.keyboard.press('Control+v');
      await until('the second copy is a group of its own', async () => (await groupRow(there).count()) === groups + 2);

      await there.evaluate(() => navigator.clipboard.writeText('Dear all'));
      await there.keyboard.press('Control+v');
      await until('the words are a block', async () => (await field(there, 'Text').inputValue()) === 'Dear all');

      await there.evaluate(async () => {
        const drawn = new OffscreenCanvas(40, 20);
        drawn.getContext('2d').fillRect(0, 0, 40, 20);
        const picture = await drawn.convertToBlob({ type: 'image/png' });
        await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
      });
      await there.keyboard.press('Control+v');
      await inspector(there).getByRole('heading', { name: 'Image' }).waitFor();
      await there.keyboard.press('Control+s');
      await there.locator('header').getByText('Saved', { exact: true }).waitFor();
    },
  ],
  [
    'has no fault that axe finds, with a group, mixed fields and the menu of locks',
    async ({ admin }) => {
      const page = await open(admin);
      await add(page, 'Line', { Left: 20, Top: 20 });
      await add(page, 'Text', { Left: 20, Top: 40 });
      await selectFront(page, 2);
      await canvas(page).focus();
      await page.keyboard.press('Control+g');
      await groupRow(page).waitFor();
      assert.deepEqual(await violations(page), []);
      await inspector(page).getByRole('button', { name: 'Lock', exact: true }).click();
      await page.getByRole('menuitemcheckbox', { name: 'Style' }).click();
      assert.deepEqual(await violations(page), []);
    },
  ],
  [
    'hides and duplicates by keyboard, and cuts',
    async ({ admin }) => {
      const page = await open(admin);
      await add(page, 'Rectangle', { Left: 10, Top: 10 });
      const count = await rows(page).count();
      await canvas(page).focus();
      await page.keyboard.press('Control+d');
      assert.equal(await rows(page).count(), count + 1);
      assert.equal(await number(page, 'Left'), 12);
      await page.keyboard.press('Control+Shift+h');
      await inspector(page).getByRole('button', { name: 'Show', pressed: true }).waitFor();
      await page.keyboard.press('Control+Shift+h');
      await page.keyboard.press('Control+x');
      await until('it is gone', async () => (await rows(page).count()) === count);
      await page.keyboard.press('Control+v');
      await until('it is back', async () => (await rows(page).count()) === count + 1);
    },
  ],
];

export const tests = all.map(([name, test]) => [name, closing(test)]);
