import assert from 'node:assert/strict';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { wear } from '../support/look.mjs';
import { violations } from '../support/page-checks.mjs';
import { until } from '../support/until.mjs';
import { chooseTemplate } from './job.mjs';

const NAME = 'Canvas and keys';
const TEMPLATE = 'Charter';

let address;

/** Opens the design of these tests in the editor, as it was saved. */
async function open(admin) {
  const page = await admin();
  if (!address) {
    await chooseTemplate(page, TEMPLATE, NAME);
    address = `${new URL(page.url()).pathname}/edit`;
  }
  await page.goto(address);
  // Opened by its address, the editor adds a page to go back to; before that, a reload would stay there.
  await page.getByRole('main', { name: 'Design editor' }).waitFor();
  // Earlier tests end without saving; what the browser kept of them is not for this one.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (/^laurel\.(?:draft|guides|rulers)\./.test(key)) localStorage.removeItem(key);
  });
  await page.reload();
  await page.getByRole('main', { name: 'Design editor' }).waitFor();
  await page.locator('[data-canvas] canvas').first().waitFor();
  await until('the fonts are there', () => page.evaluate(() => document.fonts.status === 'loaded'));
  return page;
}

const canvas = (page) => page.locator('[data-canvas]');
const textField = (page) => page.getByRole('textbox', { name: 'Text of the block' });
const field = (page, name) => page.getByRole('textbox', { name, exact: true }).last();
const words = async (page) => field(page, 'Text').inputValue();
const number = async (page, name) => Number(await field(page, name).inputValue());
const zoomButton = (page) => page.getByRole('button', { name: /^Zoom: / });
const zoomOf = async (page) => Number((await zoomButton(page).textContent()).replace('%', ''));
const said = (page, text) => page.locator('p[aria-live]', { hasText: text }).waitFor({ state: 'attached' });

/** Where the page lies in the window. */
const sheet = (page) => page.locator('[data-sheet]').boundingBox();
/** A point of the page in percent, in px of the window. */
async function pointer(page) {
  const { x, y, width, height } = await sheet(page);
  return (left, top) => [x + (width * left) / 100, y + (height * top) / 100];
}

/** Adds a text of one's own on an empty corner of the page, and starts to edit it. */
async function addText(page, { left = 10, top = 80, width = 30, height = 12, size = '32' } = {}) {
  await page.getByRole('tab', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  for (const [name, value] of Object.entries({ Left: left, Top: top, Width: width, Height: height })) {
    await field(page, name).fill(String(value));
    await field(page, name).press('Enter');
  }
  await field(page, 'Size').fill(size);
  await canvas(page).focus();
}

async function edit(page) {
  await canvas(page).focus();
  await page.keyboard.press('Enter');
  await textField(page).waitFor();
}

/** What is painted around the block that is edited, with a margin. */
async function picture(page, box) {
  return PNG.sync.read(await page.screenshot({ clip: box, caret: 'hide' }));
}

async function blockBox(page) {
  const at = await pointer(page);
  const [left, top] = [await number(page, 'Left'), await number(page, 'Top')];
  const [x, y] = at(left, top);
  const [right, bottom] = at(left + (await number(page, 'Width')), top + (await number(page, 'Height')));
  return { x: Math.round(x) + 6, y: Math.round(y) + 6, width: Math.round(right - x) - 12, height: Math.round(bottom - y) - 12 };
}

/** The part of the ink that differs strongly between two pictures. */
function difference(before, after) {
  const { width, height } = before;
  const luminance = (data, at) => 0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2];
  const paper = luminance(before.data, 0);
  let ink = 0;
  let strong = 0;
  for (let at = 0; at < width * height * 4; at += 4) {
    const [a, b] = [luminance(before.data, at), luminance(after.data, at)];
    if (Math.abs(a - paper) > 64) ink++;
    if (Math.abs(a - b) > 96) strong++;
  }
  assert.ok(ink > 200, `only ${ink} px of ink were painted`);
  return strong / ink;
}

const TEXTS = [
  ['Uppercase', 'Große Straße nach Gießen und weiter über Füßen', true],
  ['Latin', 'To [recipient.name], who has completed everything there was'],
  ['Arabic', 'تشهد المؤسسة بأن [recipient.name] أكمل الدورة بنجاح'],
  ['Thai', 'ขอแสดงความยินดีกับความสำเร็จของท่าน'],
  ['Japanese', '統計学入門の全課程を修了したことをここに証します。'],
];

/** The lines that are edited, as they stand. */
const lines = (page) => textField(page).evaluate((host) => [...host.children].map((line) => line.textContent));

/** Presses Tab until a control has the focus, as one does without a mouse. */
async function tabTo(page, what, locator, key = 'Tab') {
  for (let step = 0; step < 150; step++) {
    if (await locator.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`no way to ${what} by ${key}`);
}

export const tests = [
  [
    'paints words the same before, while and after they are edited',
    async ({ admin }) => {
      const page = await open(admin);
      for (const [script, text, uppercase] of TEXTS) {
        await addText(page);
        await field(page, 'Text').fill(text);
        if (uppercase) await page.getByRole('button', { name: 'Uppercase' }).click();
        await until('the fonts are there', () => page.evaluate(() => document.fonts.status === 'loaded'));
        await canvas(page).focus();
        const box = await blockBox(page);
        await page.mouse.move(5, 5);
        const before = await picture(page, box);
        await edit(page);
        // A caret in place of everything selected: what is selected has a ground of its own.
        await page.keyboard.press('Control+End');
        const during = await picture(page, box);
        await page.keyboard.press('Escape');
        const after = await picture(page, box);
        assert.ok(difference(before, during) < 0.01, `${script}: ${difference(before, during)} differs while editing`);
        assert.equal(pixelmatch(before.data, after.data, null, box.width, box.height), 0, `${script} after editing`);
        await page.keyboard.press('Delete');
      }
    },
  ],
  [
    'breaks the lines that are typed as the layout does, and keeps the caret in its place',
    async ({ admin }) => {
      const page = await open(admin);
      await addText(page, { width: 20 });
      await edit(page);
      await page.keyboard.type('one two three four five six');
      const typed = await lines(page);
      assert.ok(typed.length > 1, 'the words are on one line');
      assert.equal(typed.join(''), 'one two three four five six');
      // From the start, each press goes one letter further, also from one line to the next.
      await page.keyboard.press('Control+Home');
      const upTo = typed[0].length + 2;
      for (let step = 0; step < upTo; step++) await page.keyboard.press('ArrowRight');
      await page.keyboard.type('|');
      assert.equal(await words(page), 'one two three four five six'.replace(new RegExp(`^(.{${upTo}})`), '$1|'));
      // Backspace at the start of a line takes the space that broke it.
      await page.keyboard.press('Backspace');
      for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Backspace');
      assert.equal(await words(page), `${typed[0].trimEnd()}${typed.slice(1).join('')}`);
      // Its own undo while typing; one step on the page when it is done.
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+z');
      assert.match(await words(page), /\|/);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+z');
      assert.equal(await words(page), 'New text');
    },
  ],
  [
    'has tags as whole things of exactly their width, and deletes them whole',
    async ({ admin }) => {
      const page = await open(admin);
      await addText(page, { width: 40 });
      await edit(page);
      await page.keyboard.type('To [recipient na');
      await page.getByRole('option', { name: /Recipient name/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.type(' now');
      const widths = await textField(page).evaluate((host) => {
        const chip = host.querySelector('[data-tag]');
        const style = getComputedStyle(host);
        const context = document.createElement('canvas').getContext('2d');
        context.font = `${style.fontWeight} 1000px ${style.fontFamily}`;
        context.textRendering = 'geometricPrecision';
        const scale = new DOMMatrix(style.transform).a * Number.parseFloat(style.fontSize);
        return [chip.getBoundingClientRect().width, (context.measureText(chip.textContent).width / 1000) * scale];
      });
      assert.ok(Math.abs(widths[0] - widths[1]) < 0.5, `a tag is ${widths[0]} px wide and should be ${widths[1]}`);
      for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft');
      // Over the tag in one step, and back; then beside both of its brackets.
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.type('x');
      assert.equal(await words(page), 'To x[recipient.name] now');
      await page.keyboard.press('Delete');
      assert.equal(await words(page), 'To x now');
      await page.keyboard.press('Control+z');
      await page.keyboard.press('End');
      for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Backspace');
      assert.equal(await words(page), 'To x now');
    },
  ],
  [
    'keeps what was typed on every way out of the words',
    async ({ admin }) => {
      const page = await open(admin);
      await addText(page);
      const ways = {
        Escape: () => page.keyboard.press('Escape'),
        'a click beside': async () => page.mouse.click(...(await pointer(page))(2, 2)),
        'another field': () => field(page, 'Design name').first().focus(),
      };
      for (const [way, leave] of Object.entries(ways)) {
        await page.mouse.click(...(await pointer(page))(20, 85));
        await edit(page);
        await page.keyboard.press('Control+a');
        await page.keyboard.type(`Left by ${way}`);
        await leave();
        await textField(page).waitFor({ state: 'detached' });
        await page.mouse.click(...(await pointer(page))(20, 85));
        assert.equal(await words(page), `Left by ${way}`);
      }
      await page.mouse.dblclick(...(await pointer(page))(12, 81));
      await textField(page).waitFor();
    },
  ],
  [
    'takes what an input method composes, and shows it meanwhile',
    async ({ admin }) => {
      const page = await open(admin);
      await addText(page, { width: 25 });
      await edit(page);
      await page.keyboard.type('2026: ');
      const browser = await page.context().newCDPSession(page);
      for (const text of ['と', 'とう', 'とうけい']) {
        await browser.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
      }
      assert.notEqual(await textField(page).getAttribute('data-composing'), null);
      assert.equal(await words(page), '2026: とうけい');
      // Keys belong to the input method: the page hears none of them.
      await browser.send('Input.insertText', { text: '統計学入門の全課程を修了' });
      await until('the composition is over', async () => (await textField(page).getAttribute('data-composing')) === null);
      assert.equal(await words(page), '2026: 統計学入門の全課程を修了');
      const shown = await lines(page);
      assert.ok(shown.length > 1 && shown.join('') === '2026: 統計学入門の全課程を修了', shown.join('|'));
      await page.keyboard.type('!');
      assert.equal(await words(page), '2026: 統計学入門の全課程を修了!');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+z');
      assert.equal(await words(page), 'New text');
    },
  ],
  [
    'goes through words that are read from the right as one reads them',
    async ({ admin }) => {
      const page = await open(admin);
      await addText(page);
      await field(page, 'Text').fill('شهادة');
      await edit(page);
      assert.equal(await textField(page).getAttribute('dir'), 'rtl');
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.type('x');
      assert.equal(await words(page), 'شxهادة');
    },
  ],
  [
    'pulls guides out of the rulers, catches blocks on them, and keeps them out of the design',
    async ({ admin }) => {
      const page = await open(admin);
      const state = page.locator('header').getByText('Saved', { exact: true });
      await state.waitFor();
      const at = await pointer(page);
      const ruler = await page.locator('[data-ruler="y"]').boundingBox();
      await page.mouse.move(ruler.x + 10, ruler.y + 200);
      await page.mouse.down();
      await page.keyboard.down('Control');
      await page.mouse.move(...at(17.3, 50), { steps: 6 });
      await page.mouse.up();
      await page.keyboard.up('Control');
      const guide = page.getByRole('slider', { name: /Vertical guide/ });
      const place = Number(await guide.getAttribute('aria-valuenow'));
      assert.ok(Math.abs(place - 0.173 * 279.4) < 1, `the guide is at ${place} mm`);
      await state.waitFor();

      await addText(page, { left: 30, top: 90, width: 10, height: 5 });
      await page.mouse.move(...at(35, 92.5));
      await page.mouse.down();
      await page.mouse.move(...at(22.4, 92.5), { steps: 8 });
      await page.mouse.up();
      assert.ok(Math.abs((await number(page, 'Left')) - (place / 279.4) * 100) < 0.01, 'the block caught on the guide');

      await guide.focus();
      await page.keyboard.press('ArrowRight');
      assert.ok(Math.abs(Number(await guide.getAttribute('aria-valuenow')) - place - 1) < 0.001);
      await page.reload();
      await page.getByRole('button', { name: 'Discard' }).click();
      assert.ok(Math.abs(Number(await guide.getAttribute('aria-valuenow')) - place - 1) < 0.001, 'it is kept');
      await guide.focus();
      await page.keyboard.press('Delete');
      await guide.waitFor({ state: 'detached' });
      await said(page, 'Guide removed.');
    },
  ],
  [
    'measures in the unit that a person chose, and adds guides by keyboard',
    async ({ admin }) => {
      const page = await open(admin);
      await page.getByRole('button', { name: 'Rulers and guides: mm' }).press('Enter');
      await page.getByRole('menuitemradio', { name: 'inches' }).press('Enter');
      await page.getByRole('button', { name: 'Rulers and guides: in' }).waitFor();
      await canvas(page).focus();
      await page.keyboard.press('Alt+Shift+G');
      const guide = page.getByRole('slider', { name: /Horizontal guide/ });
      assert.equal(await guide.getAttribute('aria-valuetext'), '4.25 in');
      assert.ok(await guide.evaluate((element) => element === document.activeElement), 'the new guide has the focus');
      await page.keyboard.press('Shift+ArrowUp');
      assert.equal(await guide.getAttribute('aria-valuetext'), '3.625 in');
      await page.reload();
      await page.getByRole('button', { name: 'Rulers and guides: in' }).waitFor();
      await canvas(page).focus();
      await page.keyboard.press('Shift+R');
      await page.locator('[data-ruler]').first().waitFor({ state: 'detached' });
      await page.keyboard.press('Shift+R');
      await page.locator('[data-ruler]').first().waitFor();
    },
  ],
  [
    'draws a block to equal gaps, and lets it lie anywhere while Ctrl is held',
    async ({ admin }) => {
      const page = await open(admin);
      await canvas(page).focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await addText(page, { left: 3, top: 94, width: 7, height: 5 });
      await addText(page, { left: 31, top: 94, width: 7, height: 5 });
      await addText(page, { left: 14, top: 94, width: 7, height: 5 });
      const at = await pointer(page);
      const drag = async (to, held) => {
        const [left, top] = [await number(page, 'Left'), await number(page, 'Top')];
        await page.mouse.move(...at(left + 3.5, top + 2.5));
        await page.mouse.down();
        if (held) await page.keyboard.down(held);
        // Far enough first that it is no click.
        await page.mouse.move(...at(to + 9, top + 2.5), { steps: 3 });
        await page.mouse.move(...at(to + 3.5, top + 2.5), { steps: 6 });
        await page.mouse.up();
        if (held) await page.keyboard.up(held);
        return number(page, 'Left');
      };
      const caught = await drag(17.3);
      assert.ok(Math.abs(caught - 17) < 0.01, `it caught at ${caught} and not in the middle`);
      const put = await drag(17.3, 'Control');
      assert.ok(Math.abs(put - 17.3) < 0.15, `it lies at ${put} and not where it was put`);
    },
  ],
  [
    'zooms around the pointer, moves the page by wheel, space bar and fingers, and never loses it',
    async ({ admin }) => {
      const page = await open(admin);
      const fitted = await sheet(page);
      const [x, y] = (await pointer(page))(25, 25);
      await page.mouse.move(x, y);
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, -240);
      await page.keyboard.up('Control');
      await until('it is zoomed', async () => (await sheet(page)).width > fitted.width * 1.5);
      const [nx, ny] = (await pointer(page))(25, 25);
      assert.ok(Math.hypot(nx - x, ny - y) < 3, `the point under the pointer went by ${Math.hypot(nx - x, ny - y)} px`);

      const before = await sheet(page);
      await page.mouse.wheel(30, 50);
      await until('the wheel moved the page', async () => Math.abs((await sheet(page)).y - before.y + 50) < 2);
      assert.ok(Math.abs((await sheet(page)).x - before.x + 30) < 2);

      await canvas(page).focus();
      await page.keyboard.down('Space');
      await page.mouse.down();
      await page.mouse.move(x + 60, y + 40, { steps: 4 });
      await page.mouse.up();
      await page.keyboard.up('Space');
      assert.ok(Math.abs((await sheet(page)).x - before.x - 30) < 2, 'the space bar moved the page');

      for (const [dx, dy] of [
        [9000, 9000],
        [-9000, -9000],
      ]) {
        await page.mouse.wheel(dx, dy);
        const window = await canvas(page).boundingBox();
        const { x: left, y: top, width, height } = await sheet(page);
        const seen = (low, size, from, room) => Math.min(low + size, from + room) - Math.max(low, from);
        assert.ok(seen(left, width, window.x, window.width) >= 90 && seen(top, height, window.y, window.height) >= 90);
      }
    },
  ],
  [
    'shows the page whole, at its real size, and always on whole px',
    async ({ admin }) => {
      const page = await open(admin);
      await canvas(page).focus();
      await page.keyboard.press('1');
      assert.deepEqual([Math.round((await sheet(page)).width), Math.round((await sheet(page)).height)], [1056, 816]);
      assert.equal(await zoomOf(page), 100);
      await page.keyboard.press('0');
      const window = await canvas(page).boundingBox();
      const whole = await sheet(page);
      assert.ok(whole.width <= window.width && whole.height <= window.height, 'all of the page is there');
      await page.setViewportSize({ width: 1281, height: 901 });
      await page.keyboard.press('+');
      await page.mouse.move(...(await pointer(page))(50, 50));
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, -37);
      await page.keyboard.up('Control');
      const sizes = await canvas(page)
        .locator('canvas')
        .evaluateAll((all) => all.flatMap(({ style }) => [style.width, style.height]));
      assert.ok(sizes.length > 0 && sizes.every((size) => /^\d+px$/.test(size)), sizes.join(' '));
      const { x, y } = await sheet(page);
      assert.deepEqual([x % 1, y % 1], [0, 0]);
    },
  ],
  [
    'zooms by two fingers',
    async ({ admin }) => {
      const page = await open(admin);
      const touch = await page.context().newCDPSession(page);
      const [x, y] = (await pointer(page))(50, 50);
      const before = await sheet(page);
      const fingers = (apart) => [
        { x: x - apart, y, id: 1 },
        { x: x + apart, y, id: 2 },
      ];
      await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40).slice(0, 1) });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40) });
      for (const apart of [50, 60, 80]) {
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
      }
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await until('the page is twice as large', async () => Math.abs((await sheet(page)).width / before.width - 2) < 0.1);
      await page.locator('header').getByText('Saved', { exact: true }).waitFor();
    },
  ],
  [
    'finds every action in the palette, with its keys, and does it',
    async ({ admin }) => {
      const page = await open(admin);
      const palette = page.getByRole('combobox', { name: 'Search for an action' });
      await addText(page);
      const choose = async (query, name) => {
        await page.keyboard.press('Control+k');
        await palette.waitFor();
        await page.keyboard.type(query);
        const option = page.getByRole('option', { name }).first();
        await option.waitFor();
        return option;
      };
      const option = await choose('duplic', /^Duplicate/);
      assert.match(await option.textContent(), /Ctrl D/);
      await page.keyboard.press('Enter');
      await palette.waitFor({ state: 'detached' });
      await until('the copy is there', async () => (await number(page, 'Left')) === 12);
      await choose('edit text', /^Edit text/);
      await page.keyboard.press('Enter');
      await textField(page).waitFor();
      await page.keyboard.type('?1[]');
      assert.equal(await words(page), '?1[]');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      const nothing = await choose('duplic', /^Duplicate/);
      assert.equal(await nothing.getAttribute('aria-disabled'), 'true');
      await page.keyboard.press('Escape');
      await palette.waitFor({ state: 'detached' });
      await canvas(page).focus();
      await page.keyboard.press('?');
      const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await keys.getByRole('row', { name: /Search for an action/ }).waitFor();
      assert.ok((await keys.getByRole('row').count()) > 30);
    },
  ],
  [
    'is used by keyboard alone from opening to closing, and says what happens',
    async ({ admin }) => {
      const page = await open(admin);
      const press = (keys) => page.keyboard.press(keys);
      const focusIs = (what, locator) => until(`the focus is on ${what}`, () => locator.evaluate((one) => one === document.activeElement));
      const act = async (query) => {
        await press('Control+k');
        await page.getByRole('combobox', { name: 'Search for an action' }).waitFor();
        await page.keyboard.type(query);
        await press('Enter');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      };
      await tabTo(page, 'the page', canvas(page), 'F6');
      await act('Text Add to the page');
      await said(page, 'added.');
      await press('Enter');
      await focusIs('the words', textField(page));
      await page.keyboard.type('Well done, [recipient na');
      await page.getByRole('option', { name: /Recipient name/ }).waitFor();
      await press('Enter');
      await page.keyboard.type('!');
      await press('Escape');
      await focusIs('the page', canvas(page));
      assert.equal(await words(page), 'Well done, [recipient.name]!');

      const left = await number(page, 'Left');
      await press('Shift+ArrowLeft');
      await said(page, 'from the left');
      await until('it has moved', async () => Math.abs((await number(page, 'Left')) - left + 1) < 0.001);
      await press('F6');
      await tabTo(page, 'the width', field(page, 'Width'));
      await press('Control+a');
      await page.keyboard.type('40');
      await press('Tab');
      await tabTo(page, 'the colour', field(page, 'Color'), 'Shift+Tab');
      await press('Control+a');
      await page.keyboard.type('#1f6f4a');
      await tabTo(page, 'the page', canvas(page), 'F6');
      assert.equal(await number(page, 'Width'), 40);
      await press('Alt+h');
      await said(page, '30 % from the left');
      await press('Control+z');
      await said(page, 'Undid: align.');
      await press('Control+Shift+z');
      await said(page, 'Redid: align.');
      const before = await zoomOf(page);
      await press('+');
      await until('the page is larger', async () => (await zoomOf(page)) > before);

      await press('Control+s');
      await page.locator('header').getByText('Saved', { exact: true }).waitFor();
      await tabTo(page, 'the way out', page.getByRole('button', { name: 'Close editor' }), 'Shift+F6');
      await press('Enter');
      await page.getByRole('heading', { name: NAME, level: 1 }).waitFor();
    },
  ],
  [
    'has nothing that axe finds while words are edited, menus are open and actions are searched',
    async ({ admin }) => {
      // What the second look could show that the first does not is in its colours alone, as on the screens.
      for (const [language, scheme, rules] of [
        ['en', 'light'],
        ['ar', 'dark', ['color-contrast']],
      ]) {
        const page = await open(admin);
        await page.evaluate((value) => window.localStorage.setItem('laurel.language', value), language);
        await page.evaluate(() => {
          for (const key of Object.keys(localStorage)) if (key.startsWith('laurel.guides.')) localStorage.removeItem(key);
        });
        await page.reload();
        await page.waitForFunction((value) => document.documentElement.lang === value, language);
        await canvas(page).locator('canvas').first().waitFor();
        await wear(page, scheme);
        const clean = async (state) => assert.deepEqual(await violations(page, rules), [], `${state}, ${language}, ${scheme}`);
        const keys = async (...all) => {
          for (const one of all) await page.keyboard.press(one);
        };
        await canvas(page).focus();
        await keys('Alt+g');
        await canvas(page).focus();
        await keys('Control+a');
        await clean('everything selected');
        await keys('Control+k');
        await page.getByRole('option').first().waitFor();
        await clean('the palette open');
        await keys('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.locator('[data-rulers-menu]').press('Enter');
        await page.getByRole('menuitemradio').first().waitFor();
        await clean('the menu of the rulers open');
        await keys('Escape');
        await page.getByRole('menu').waitFor({ state: 'detached' });
        await page.mouse.dblclick(...(await pointer(page))(50, 23));
        await page.locator('[contenteditable]').waitFor();
        await clean('words being edited');
        await page.keyboard.type('[');
        await page.getByRole('option').first().waitFor();
        await clean('attributes offered');
        await keys('Escape', 'Escape', '?');
        await page.getByRole('dialog').waitFor();
        await clean('the keys shown');
        await page.evaluate(() => window.localStorage.setItem('laurel.language', 'en'));
        await page.close();
      }
    },
  ],
];
