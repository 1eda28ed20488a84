import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { api } from '../support/api.mjs';
import { pdfBox } from '../support/files.mjs';
import { violations } from '../support/page-checks.mjs';
import { until } from '../support/until.mjs';

const LONGEST = 'Maximiliane Alexandra Theophania von Hohenlohe-Waldenburg-Schillingsfürst zu Ehrenbreitstein-Sayn';
const UNDRAWN = 'ᏣᎳᎩ';
const PEOPLE = 40;
/** Painting starts a browser of the server's own the first time. */
const PAINTING = { timeout: 30_000 };

let prize;

/** A design that is used by a group of forty, three of whom are hard to set. */
async function prizeDay({ url, demo }) {
  if (prize) return prize;
  const call = api(url, demo.api_key);
  const { templates } = await call('POST', '/certificate_designs/public_templates', {});
  const { document, kind, size, orientation, language } = templates.find(({ name }) => name === 'Charter');
  const { design } = await call('POST', '/certificate_designs/create', {
    design: { ...document, name: 'Prize day', kind, size, orientation, language },
  });
  const { group } = await call('POST', '/issuer/groups', {
    group: { name: 'Prize day, spring', course_name: 'Botany', certificate_design_id: design.id },
  });
  const names = ['Ada Lovelace', LONGEST, 'Bo', `${UNDRAWN} Sequoyah`];
  for (let index = 0; index < PEOPLE; index++) {
    const recipient = { name: names[index] ?? `Recipient ${index}`, email: `prize${index}@wetland.example` };
    await call('POST', '/credentials', { credential: { group_id: group.id, recipient, approve: false } });
  }
  prize = { call, id: design.id, group: group.id };
  return prize;
}

/** Opens the design in the editor. */
async function open(world) {
  const { id } = await prizeDay(world);
  const page = await world.admin();
  // What a test before this one left behind is not this one's concern.
  await page.addInitScript(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('laurel.draft.')) localStorage.removeItem(key);
  });
  await page.goto(`/designs/${id}/edit`);
  await page.locator('[data-canvas]').waitFor();
  return page;
}

async function showPeople(page) {
  await page.getByRole('combobox', { name: 'Preview with' }).click();
  await page.getByRole('option', { name: /Recipients of a group/ }).click();
  await place(page, 1).waitFor();
}

const bar = (page) => page.getByRole('region', { name: 'Preview with recipients' });
const place = (page, number) => bar(page).getByText(`${number} of ${PEOPLE}`, { exact: true });
const saved = (page) => page.locator('header').getByText('Saved', { exact: true });

/** Counts the requests for recipients from now on. */
function countReads(page) {
  const reads = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/recipients')) reads.push(request.url());
  });
  return reads;
}

export const tests = [
  [
    'steps through the real recipients of a group that uses the design',
    async (world) => {
      const page = await open(world);
      const reads = countReads(page);
      await showPeople(page);
      await bar(page).getByText('Ada Lovelace', { exact: true }).waitFor();
      assert.ok(await bar(page).getByRole('button', { name: 'Previous recipient' }).isDisabled());
      await page.keyboard.press('PageDown');
      await place(page, 2).waitFor();
      await page.keyboard.press('PageUp');
      await place(page, 1).waitFor();
      assert.equal(reads.length, 1, 'neighbours that are there already are not read again');
      await bar(page).getByRole('button', { name: 'Longest name' }).click();
      await bar(page).getByText(LONGEST, { exact: true }).waitFor();
      await bar(page).getByRole('button', { name: 'Shortest name' }).click();
      await place(page, 3).waitFor();
      await page.getByText(`Bo, 3 of ${PEOPLE}`).waitFor({ state: 'attached' });
      await bar(page).getByRole('button', { name: 'Stop previewing' }).click();
      await bar(page).waitFor({ state: 'detached' });
    },
  ],
  [
    'lists whom the design does not fit, as it is now and not as it was saved',
    async (world) => {
      const page = await open(world);
      await showPeople(page);
      await bar(page).getByRole('button', { name: `Check all ${PEOPLE}` }).click();
      await bar(page).getByText(`2 of ${PEOPLE} recipients need attention.`).waitFor(PAINTING);
      await bar(page).getByRole('button', { name: `No font has ${UNDRAWN}` }).waitFor();
      await bar(page).getByRole('button', { name: /Text was shrunk to fit/ }).click();
      await place(page, 2).waitFor();
      const words = page.getByRole('textbox', { name: 'Text', exact: true });
      assert.equal(await words.inputValue(), '[recipient.name]', 'the block is selected');
      assert.deepEqual(await violations(page), []);
      await words.fill('Presented with all our admiration and gratitude to [recipient.name], with [recipient.email] and [credential.uuid]');
      await bar(page).getByText(`${PEOPLE} of ${PEOPLE} recipients need attention.`).waitFor(PAINTING);
      await page.locator('[data-canvas]').focus();
      await page.keyboard.press('Control+z');
      await bar(page).getByText(`2 of ${PEOPLE} recipients need attention.`).waitFor(PAINTING);
      await saved(page).waitFor();
    },
  ],
  [
    'shows what the server makes of the unsaved design for that recipient, and gives both PDFs',
    async (world) => {
      const page = await open(world);
      const { call, id } = await prizeDay(world);
      await showPeople(page);
      await page.getByRole('textbox', { name: 'Design name' }).fill('Prize day, changed');
      await page.getByRole('button', { name: 'Preview as issued' }).click();
      const picture = page.getByRole('dialog').getByRole('img', { name: /Ada Lovelace/ });
      await picture.waitFor(PAINTING);
      assert.ok(await picture.evaluate((image) => image.complete && image.naturalWidth === 1920));
      const width = () => picture.evaluate((image) => image.getBoundingClientRect().width);
      const real = await width();
      await page.getByRole('dialog').getByRole('button', { name: 'Zoom in' }).click();
      await until('the picture is larger', async () => (await width()) === real * 1.5);
      assert.deepEqual(await violations(page), []);
      const file = async (name) => {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name, exact: true }).click(),
        ]);
        return download;
      };
      const pdf = await file('Download PDF');
      const print = await file('Download print PDF');
      assert.equal(pdf.suggestedFilename(), 'Prize day, changed.pdf');
      const boxes = [pdfBox(await pdf.path(), 'MediaBox'), pdfBox(await print.path(), 'MediaBox')];
      assert.ok(boxes[1].width > boxes[0].width + 20, 'the print has bleed');
      assert.ok((await readFile(await pdf.path())).length > 1000);
      const { design } = await call('GET', `/certificate_designs/read?id=${id}`);
      assert.equal(design.name, 'Prize day', 'nothing was saved');
      await page.keyboard.press('Escape');
      await page.locator('[data-canvas]').focus();
      await page.keyboard.press('Control+z');
      await saved(page).waitFor();
    },
  ],
  [
    'shows the PDF itself where the browser can, and the picture again',
    async (world) => {
      const problems = await world.inWholeBrowser(async (whole) => {
        const page = await open(whole);
        await showPeople(page);
        await page.getByRole('button', { name: 'Preview as issued' }).click();
        const dialog = page.getByRole('dialog');
        const picture = dialog.getByRole('img', { name: /Ada Lovelace/ });
        await picture.waitFor(PAINTING);
        await dialog.getByText('PDF', { exact: true }).click();
        const viewer = await dialog.getByTitle(/PDF of the design: Ada Lovelace/).elementHandle(PAINTING);
        const inside = await viewer.contentFrame();
        await until('the PDF is shown', () => inside.url().startsWith('blob:'));
        await dialog.getByText('Image', { exact: true }).click();
        await picture.waitFor();
      });
      assert.deepEqual(problems, []);
    },
  ],
  [
    'says what was wrong when the server cannot make a preview, and tries again',
    async (world) => {
      const page = await open(world);
      world.watch.allow(503, '/preview');
      await page.route('**/v1/designs/*/preview', (route) =>
        route.fulfill({ status: 503, contentType: 'application/json', body: '{"errors":"The printer rests.","code":"x"}' }),
      );
      await page.getByRole('button', { name: 'Preview as issued' }).click();
      await page.getByRole('alert').getByText('The printer rests.').waitFor();
      await page.unroute('**/v1/designs/*/preview');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('dialog').getByRole('img').waitFor(PAINTING);
    },
  ],
  [
    'compares versions, goes back to one, and undoes that',
    async (world) => {
      const { call, id } = await prizeDay(world);
      const { design } = await call('GET', `/certificate_designs/read?id=${id}`);
      await call('POST', '/certificate_designs/update', {
        id,
        confirm: true,
        design: { ...design, name: 'Prize day', background_color: '#ffe4c4', blocks: design.blocks.slice(0, -2) },
      });
      const page = await open(world);
      await page.getByRole('button', { name: 'Version history' }).click();
      const dialog = page.getByRole('dialog', { name: 'Version history' });
      await dialog.getByText(/differences?, .* of the page/).waitFor(PAINTING);
      assert.equal(await dialog.locator('figure img').count(), 2);
      await dialog.getByText('Differences', { exact: true }).click();
      await dialog.getByRole('img', { name: /highlighted/ }).waitFor();
      assert.deepEqual(await violations(page), []);
      await dialog.getByText('Slider', { exact: true }).click();
      const slider = dialog.getByRole('slider');
      await slider.focus();
      await page.keyboard.press('ArrowRight');
      assert.equal(await slider.getAttribute('aria-valuenow'), '51');
      await dialog.getByRole('button', { name: 'Restore version 1' }).click();
      await page.getByText('Version 1 restored.').waitFor();
      await dialog.getByText('3 versions').waitFor();
      await page.keyboard.press('Escape');
      await saved(page).waitFor();
      const blocks = () => page.locator('[data-layer]').count();
      await page.getByRole('tab', { name: 'Layers' }).click();
      await page.locator('[data-layer]').first().waitFor();
      const restored = await blocks();
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await until('undo took the two blocks away again', async () => (await blocks()) === restored - 2);
      await page.keyboard.press('Control+s');
      await saved(page).waitFor();
    },
  ],
  [
    'asks with the number before it goes back where issued credentials use the design; the address names what is compared',
    async (world) => {
      const { call, id, group } = await prizeDay(world);
      const { credentials } = await call('POST', '/credentials/search', { group_id: group, page_size: 3 });
      await call('POST', '/credentials/publish', { credential_ids: credentials.map((one) => one.id) });
      await until('three are issued', async () => {
        const { design } = await call('GET', `/certificate_designs/read?id=${id}`);
        return design.credentials_count === 3;
      });
      const page = await world.admin();
      await page.goto(`/designs/${id}/versions?version=1&against=2`);
      await page.getByRole('figure').getByText('Version 1', { exact: true }).waitFor(PAINTING);
      await page.getByRole('figure').getByText('Version 2', { exact: true }).waitFor();
      assert.deepEqual(await violations(page), []);
      await page.getByRole('button', { name: /^Version 3/ }).click();
      assert.equal(new URL(page.url()).searchParams.get('version'), '3');
      await page.getByRole('button', { name: 'Restore version 3' }).click();
      const question = page.getByRole('dialog', { name: /3 issued credentials/ });
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'detached' });
      await page.getByText('4 versions').waitFor();
      await page.getByRole('button', { name: 'Restore version 3' }).click();
      await question.getByRole('button', { name: 'Save new version' }).click();
      await page.getByText('5 versions').waitFor();
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await question.getByRole('button', { name: 'Save new version' }).click();
      await page.getByText('6 versions').waitFor();
      const { versions } = await call('GET', `/designs/${id}/versions`);
      assert.equal(versions.find(({ number }) => number === 4).credentials_count, 3, 'what was issued keeps its version');
    },
  ],
];
