import assert from 'node:assert/strict';
import { api } from '../support/api.mjs';
import { dropFiles } from '../support/drop.mjs';
import { violations, rawKeys } from '../support/page-checks.mjs';
import { picture } from '../support/pictures.mjs';
import { until } from '../support/until.mjs';

const designs = new Map();

/** The number of a design of these tests, made from a template the first time. */
async function designOf({ url, demo }, name, slug = 'charter') {
  if (!designs.has(name)) {
    const call = api(url, demo.api_key);
    const { templates } = await call('POST', '/certificate_designs/public_templates', {});
    const { document } = templates.find((template) => template.slug === slug);
    const { design } = await call('POST', '/certificate_designs/create', { design: { ...document, name } });
    designs.set(name, design.id);
  }
  return designs.get(name);
}

/** Opens a design in the editor from its page. */
async function open(world, name, slug) {
  const id = await designOf(world, name, slug);
  const page = await world.admin();
  await page.goto(`/designs/${id}`);
  // Earlier tests may end without saving; what the browser kept of them is not for this one.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('laurel.draft.')) localStorage.removeItem(key);
  });
  await page.getByRole('link', { name: 'Edit design' }).click();
  await page.locator('[data-canvas]').waitFor();
  return page;
}

const tab = (page, name) => page.getByRole('tab', { name, exact: true }).click();
const nameField = (page) => page.getByRole('textbox', { name: 'Design name' });
const undo = (page) => page.getByRole('button', { name: 'Undo', exact: true }).click();
const unsaved = (page) => page.locator('header').getByText('Unsaved changes');
const saved = (page) => page.locator('header').getByText('Saved', { exact: true });
const left = (page) => page.getByRole('complementary', { name: 'Add and arrange' });
const inspector = (page) => page.getByRole('complementary', { name: 'Properties' });
const value = async (page, name) => Number(await inspector(page).getByRole('textbox', { name, exact: true }).inputValue());

async function layers(page) {
  await tab(page, 'Layers');
  await page.locator('[data-layer]').first().waitFor();
  return page.locator('[data-layer]').count();
}

/** The middle of the selected block in percent of the page. */
const middle = async (page) => ({
  x: (await value(page, 'Left')) + (await value(page, 'Width')) / 2,
  y: (await value(page, 'Top')) + (await value(page, 'Height')) / 2,
});

/** A point of the page in percent, in px of the window. */
async function pointOf(page, x, y) {
  const sheet = await page.locator('[data-sheet]').boundingBox();
  return { x: sheet.x + (sheet.width * x) / 100, y: sheet.y + (sheet.height * y) / 100 };
}

export const tests = [
  [
    'puts the contents of another design on the page as one step, and keeps the name',
    async (world) => {
      await designOf(world, 'Shell source', 'quilt');
      const page = await open(world, 'Shell');
      const before = await layers(page);
      await tab(page, 'My designs');
      await left(page).getByRole('searchbox').fill('shell sou');
      await left(page).getByRole('button', { name: /^Shell source/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Shell source' });
      await dialog.getByRole('button', { name: 'Copy its contents here' }).click();
      await dialog.waitFor({ state: 'detached' });
      assert.notEqual(await layers(page), before);
      assert.equal(await nameField(page).inputValue(), 'Shell');
      await undo(page);
      await saved(page).waitFor();
      assert.equal(await layers(page), before);
    },
  ],
  [
    'opens another design, after asking when something is not saved',
    async (world) => {
      const source = await designOf(world, 'Shell source', 'quilt');
      const page = await open(world, 'Shell');
      await nameField(page).fill('Not yet');
      await unsaved(page).waitFor();
      await tab(page, 'My designs');
      await left(page).getByRole('button', { name: /^Shell source/ }).click();
      await page.getByRole('button', { name: 'Open this design' }).click();
      await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave and discard changes' }).click();
      await page.waitForURL(`**/designs/${source}/edit`);
      await until('the other design is there', async () => (await nameField(page).inputValue()) === 'Shell source');
    },
  ],
  [
    'finds templates by their writing and takes one as one step',
    async (world) => {
      const page = await open(world, 'Shell');
      const before = await layers(page);
      await tab(page, 'Templates');
      await left(page).getByRole('combobox', { name: 'Script' }).click();
      await page.getByRole('option', { name: 'Greek' }).click();
      const cards = left(page).getByRole('list').getByRole('button');
      await until('only Greek ones are left', async () => (await cards.count()) === 1);
      await cards.first().click();
      assert.equal(await nameField(page).inputValue(), 'Shell');
      await until('the page has changed', async () => (await layers(page)) !== before);
      await undo(page);
      await saved(page).waitFor();
    },
  ],
  [
    'gives the page another size, with what is on it, and takes that back',
    async (world) => {
      const page = await open(world, 'Shell');
      await tab(page, 'Document');
      await left(page).getByRole('radio', { name: /^A8/ }).click();
      await until('the page is a card', async () => {
        const { width, height } = await page.locator('[data-sheet]').boundingBox();
        return Math.abs(width / height - 280 / 197) < 0.01;
      });
      await left(page).getByText('Portrait', { exact: true }).click();
      await until('the card stands', async () => {
        const { width, height } = await page.locator('[data-sheet]').boundingBox();
        return height > width;
      });
      await undo(page);
      await undo(page);
      await saved(page).waitFor();
    },
  ],
  [
    'stores pictures that are chosen, dropped or pasted, each where it belongs',
    async (world) => {
      const page = await open(world, 'Shell');
      const before = await layers(page);
      await tab(page, 'Add');
      const chooser = page.waitForEvent('filechooser');
      await left(page).getByRole('button', { name: 'Upload image' }).click();
      await (await chooser).setFiles([picture('one.png', 300, 200), picture('two.png', 200, 300, [125, 31, 51])]);
      await until('both are on the page', async () => (await layers(page)) === before + 2);

      const from = await pointOf(page, 30, 40);
      await dropFiles(page, [picture('three.png', 800, 800, [29, 63, 114])], from, async () => {
        await page.locator('[data-drop-area]').waitFor();
        return from;
      });
      await until('it is on the page', async () => (await layers(page)) === before + 3);
      const { x, y } = await middle(page);
      assert.ok(Math.abs(x - 30) < 0.5 && Math.abs(y - 40) < 0.5, `dropped at 30, 40 and lies at ${x}, ${y}`);
      await inspector(page).getByText(/will look blurred/).waitFor({ state: 'detached' });

      await page.locator('[data-canvas]').focus();
      await page.evaluate(async (base64) => {
        const data = new DataTransfer();
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], 'pasted.png', { type: 'image/png' }));
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      }, picture('pasted.png', 40, 40).buffer.toString('base64'));
      await until('the pasted one is on the page', async () => (await layers(page)) === before + 4);
      await inspector(page).getByText(/will look blurred/).waitFor();
      for (let step = 0; step < 4; step++) await undo(page);
      await saved(page).waitFor();
    },
  ],
  [
    'refuses files in plain words',
    async (world) => {
      const page = await open(world, 'Shell');
      const before = await layers(page);
      const at = await pointOf(page, 50, 50);
      const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') };
      const heavy = { name: 'heavy.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024) };
      await dropFiles(page, [text, heavy], at, async () => at);
      await page.getByRole('alert').getByText('notes.txt: Choose a PNG, JPEG or GIF image.').waitFor();
      await page.getByRole('alert').getByText('heavy.png: The image is larger than 5 MB.').waitFor();
      await page.getByRole('alert').filter({ hasText: 'notes.txt' }).waitFor({ state: 'detached' });
      assert.equal(await layers(page), before);
    },
  ],
  [
    'makes a dropped picture the background, which bleeds only at print resolution',
    async (world) => {
      const page = await open(world, 'Shell');
      await tab(page, 'Document');
      const bleeds = left(page).getByRole('switch', { name: 'Extend background into bleed' });
      await until('the template bleeds', () => bleeds.isChecked());
      const at = await pointOf(page, 50, 50);
      const toBackground = async () => {
        const zone = page.locator('[data-zone="background"]');
        await zone.waitFor();
        const { x, y, width, height } = await zone.boundingBox();
        return { x: x + width / 2, y: y + height / 2 };
      };
      await dropFiles(page, [picture('small.png', 1709, 1334)], at, toBackground);
      await left(page).getByText(/This image is 1709 × 1334 px/).waitFor();
      assert.equal(await bleeds.isChecked(), false);
      assert.equal(await bleeds.isDisabled(), true);
      await dropFiles(page, [picture('sharp.png', 3418, 2668)], at, toBackground);
      await until('it may bleed', async () => !(await bleeds.isDisabled()));
      await bleeds.click();
      await dropFiles(page, [picture('square.png', 3418, 3418)], at, toBackground);
      await left(page).getByText(/doesn’t match the page’s proportions/).waitFor();
      assert.equal(await bleeds.isChecked(), false);
      for (let step = 0; step < 4; step++) await undo(page);
      await saved(page).waitFor();
      assert.equal(await bleeds.isChecked(), true);
    },
  ],
  [
    'begins a badge by chance, changes its colours, and saves it as the server paints it',
    async (world) => {
      const page = await open(world, 'Shell badge', 'badge-tile');
      const random = left(page).getByRole('button', { name: 'Start from a random badge' });
      await random.click();
      const icon = async () => (await page.locator('main [aria-live="polite"]').allTextContents()).join();
      await until('it is said what was made', async () => / with .* in /.test(await icon()));
      const first = await icon();
      await random.click();
      await until('another one is there', async () => (await icon()) !== first);
      await left(page).getByRole('button', { name: 'Plum', exact: true }).click();
      assert.equal(await left(page).getByRole('button', { name: 'Plum', exact: true }).getAttribute('aria-pressed'), 'true');
      await left(page).getByRole('searchbox', { name: 'Search symbols' }).fill('rocket');
      await left(page).getByRole('button', { name: 'Rocket', exact: true }).click();
      await inspector(page).getByRole('heading', { name: 'Symbol' }).waitFor();
      await page.keyboard.press('Control+s');
      await saved(page).waitFor();
      const { design } = await api(world.url, world.demo.api_key)('GET', `/certificate_designs/read?id=${await designOf(world, 'Shell badge')}`);
      assert.equal(design.blocks.at(-1).symbol, 'rocket');
      assert.equal(design.blocks[0].color, '#2f1646');
      const shown = await fetch(design.rasterized_content_url);
      assert.equal(shown.headers.get('content-type'), 'image/png');
    },
  ],
  [
    'makes, changes and deletes attributes inside, with nothing unsaved lost and lost tags marked',
    async (world) => {
      const page = await open(world, 'Shell');
      await nameField(page).fill('Shell with attributes');
      await tab(page, 'Add');
      await left(page).getByRole('button', { name: 'Manage attributes' }).click();
      const list = page.getByRole('dialog', { name: 'Your attributes' });
      const made = async (name) => {
        await list.getByRole('button', { name: 'New attribute' }).click();
        const dialog = page.getByRole('dialog', { name: 'New attribute' });
        await dialog.getByLabel('Name', { exact: true }).fill(name);
        await dialog.getByRole('button', { name: 'Create attribute' }).click();
        return dialog;
      };
      await (await made('Hours of study')).waitFor({ state: 'detached' });
      await page.getByText('Attribute saved.').first().waitFor();
      const again = await made('Hours of study');
      await again.getByText('Attribute already exists. Choose another name.').first().waitFor();
      await again.getByRole('button', { name: 'Cancel' }).click();
      const act = async (what) => {
        await list.getByRole('button', { name: /^Actions for Hours/ }).click();
        await page.getByRole('menuitem', { name: what }).click();
      };
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
      await left(page).getByRole('button', { name: 'Hours of study' }).click();

      await left(page).getByRole('button', { name: 'Manage attributes' }).click();
      await act('Edit');
      const changed = page.getByRole('dialog', { name: 'Edit attribute' });
      await changed.getByLabel('Name', { exact: true }).fill('Hours taught');
      await changed.getByRole('button', { name: 'Save attribute' }).click();
      await list.getByRole('button', { name: 'Actions for Hours taught' }).waitFor();
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
      await left(page).getByRole('button', { name: 'Hours taught' }).waitFor();
      assert.equal(await inspector(page).getByRole('textbox', { name: 'Text', exact: true }).inputValue(), '[custom.hours_of_study]', 'its tag stays');

      await left(page).getByRole('button', { name: 'Manage attributes' }).click();
      await act('Delete');
      await page.getByRole('dialog', { name: /Hours taught/ }).getByRole('button', { name: 'Delete attribute' }).click();
      await page.getByText('Attribute deleted.').waitFor();
      await list.getByRole('button', { name: 'Close' }).click();
      await tab(page, 'Layers');
      await left(page).getByRole('button', { name: /\[custom\.hours_of_study\] no longer exists/ }).waitFor();
      await tab(page, 'Document');
      const lost = left(page).getByRole('button', { name: '[custom.hours_of_study], which no longer exists' });
      await lost.click();
      await inspector(page).getByRole('heading', { name: 'Text' }).waitFor();
      assert.equal(await nameField(page).inputValue(), 'Shell with attributes');
      await undo(page);
      await lost.waitFor({ state: 'detached' });
      await nameField(page).fill('Shell');
      await saved(page).waitFor();
    },
  ],
  [
    'does not delete an attribute that a saved design uses, and says how many use it',
    async (world) => {
      const page = await open(world, 'Shell uses');
      await tab(page, 'Add');
      await left(page).getByRole('button', { name: 'Instructor', exact: true }).click();
      await page.keyboard.press('Control+s');
      await saved(page).waitFor();
      await left(page).getByRole('button', { name: 'Manage attributes' }).click();
      const list = page.getByRole('dialog', { name: 'Your attributes' });
      await list.getByRole('button', { name: 'Actions for Instructor' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog', { name: /^\d+ designs? uses? “Instructor”$/ }).waitFor();
    },
  ],
  [
    'closes by Back, also when it was opened by its address',
    async (world) => {
      const id = await designOf(world, 'Shell');
      const page = await open(world, 'Shell');
      await page.goBack();
      await page.getByRole('heading', { name: 'Shell', level: 1 }).waitFor();
      const direct = await world.admin();
      await direct.goto(`/designs/${id}/edit`);
      await direct.locator('[data-canvas]').waitFor();
      await direct.goBack();
      await direct.getByRole('heading', { name: 'Shell', level: 1 }).waitFor();
      await direct.goForward();
      await direct.locator('[data-canvas]').waitFor();
      await direct.getByRole('button', { name: 'Close editor' }).click();
      await direct.getByRole('heading', { name: 'Shell', level: 1 }).waitFor();
    },
  ],
  [
    'asks at Back while something is not saved',
    async (world) => {
      const page = await open(world, 'Shell');
      await nameField(page).fill('Shell, unsaved');
      await unsaved(page).waitFor();
      await page.goBack();
      const question = page.getByRole('dialog', { name: 'Leave without saving?' });
      await question.getByRole('button', { name: 'Keep editing' }).click();
      assert.equal(await nameField(page).inputValue(), 'Shell, unsaved');
      await page.goBack();
      await question.getByRole('button', { name: 'Leave and discard changes' }).click();
      await page.getByRole('heading', { name: 'Shell', level: 1 }).waitFor();
    },
  ],
  [
    'lets the second of two tabs save over the first, or as a copy',
    async (world) => {
      world.watch.allow(409, '/certificate_designs/update');
      const rename = async (page, name) => {
        await nameField(page).fill(name);
        await page.keyboard.press('Control+s');
      };
      const first = await open(world, 'Shell conflict');
      const second = await open(world, 'Shell conflict');
      const third = await open(world, 'Shell conflict');
      await rename(first, 'From the first tab');
      await saved(first).waitFor();

      await rename(second, 'From the second tab');
      const question = (page) => page.getByRole('dialog', { name: 'Someone else saved this design' });
      await question(second).getByRole('button', { name: 'Overwrite with mine' }).click();
      await saved(second).waitFor();
      await question(second).waitFor({ state: 'detached' });

      await rename(third, 'From the third tab');
      await question(third).getByRole('button', { name: 'Save mine as a copy' }).click();
      const id = await designOf(world, 'Shell conflict');
      await until('the copy is open', () => !third.url().includes(`/designs/${id}/`));
      await until('it has a name of its own', async () => (await nameField(third).inputValue()) === 'From the third tab (copy)');
      await first.goto(`/designs/${id}`);
      await first.getByRole('heading', { name: 'From the second tab', level: 1 }).waitFor();
    },
  ],
  [
    'shows the picture on a phone, changes words there, and keeps what a larger window began',
    async (world) => {
      const page = await open(world, 'Shell phone');
      await nameField(page).fill('Begun on a large window');
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByText('The editor needs a larger window').waitFor();
      assert.equal(await nameField(page).inputValue(), 'Begun on a large window');
      await page.getByRole('img', { name: /Preview of/ }).waitFor();
      const title = page.getByLabel('Title', { exact: true });
      await title.fill('Certificate of patience');
      await page.getByRole('button', { name: 'Save design' }).click();
      await page.getByText('Design saved.').waitFor();
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.locator('[data-canvas]').waitFor();
      await saved(page).waitFor();
    },
  ],
  // In the dark only colours are others.
  ...Object.entries({ light: undefined, dark: ['color-contrast'] }).map(([scheme, rules]) => [
    `has tabs that axe finds nothing in, and no missing words (${scheme})`,
    async (world) => {
      const page = await open(world, 'Shell');
      await page.emulateMedia({ colorScheme: scheme });
      await page.waitForFunction((value) => document.documentElement.dataset.mantineColorScheme === value, scheme);
      for (const name of ['Add', 'My designs', 'Templates', 'Document', 'Layers']) {
        await tab(page, name);
        await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
        assert.deepEqual(await violations(page, rules), [], name);
        assert.deepEqual(await rawKeys(page), [], name);
      }
    },
  ]),
];
