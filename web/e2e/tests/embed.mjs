import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { api } from '../support/api.mjs';
import { dropFiles } from '../support/drop.mjs';
import { startHost } from '../support/host.mjs';
import { rawKeys, violations } from '../support/page-checks.mjs';
import { picture } from '../support/pictures.mjs';
import { until } from '../support/until.mjs';

const SCOPES = ['design.read', 'design.write', 'upload', 'attributes'];
/** What a maker may load as script until it shows the design, and what a host loads to show it, in bytes. */
const MOST_SCRIPT = 350 * 1024;
const MOST_KIT = 4096;
/** What a host hears of a design where none was saved. */
const NONE = { id: null, rasterized_content_url: null };

let host;

/** A host on the demo department's list, with a design of its own and what opens it. */
async function hosting({ url, demo }) {
  const call = api(url, demo.api_key);
  if (!host) {
    host = await startHost();
    await call('POST', '/embed/origins', { origin: host.origin() });
  }
  const { design } = await call('POST', '/certificate_designs/copy', { id: demo.design_id });
  const mint = (more = {}) =>
    call('POST', '/embed/sessions', { design_id: design.id, allowed_origin: host.origin(), scopes: SCOPES, ...more });
  const read = async (id = design.id) => (await call('GET', `/certificate_designs/read?id=${id}`)).design;
  return { call, design, mint, read, maker: `${url}/design-maker` };
}

/** A page of the host. What browsers refuse to show they say on the console, where `quiet` lets it be. */
async function hostPage({ browser }, { name, quiet = false, headers = {}, ...more } = {}) {
  const context = await browser.person({ viewport: { width: 1280, height: 860 }, ...more });
  if (quiet) context.removeAllListeners('page');
  const page = await context.newPage();
  await page.goto(`${host.origin(name)}/?${new URLSearchParams(headers)}`);
  return page;
}

const show = (page, src, attributes) => page.evaluate(([to, given]) => window.show(to, given), [src, attributes]);
const inside = (page, at = 0) => page.frameLocator('iframe').nth(at);
const editor = (page, at) => inside(page, at).getByRole('main', { name: 'Design editor' });
const name = (page, at) => inside(page, at).getByRole('textbox', { name: 'Design name' });
const heard = (page) => page.evaluate(() => window.heard);
const results = async (page) => (await heard(page)).filter(({ data }) => typeof data === 'object');
const said = (page) => page.evaluate(() => window.said);
const ended = (page, count = 1) => until('the host was told', async () => (await results(page)).length >= count);
const saved = (page, at) => inside(page, at).locator('header').getByText('Saved', { exact: true });

/** Says something on the port and waits for the answer. */
async function ask(page, id, type, payload = {}) {
  await page.evaluate((message) => window.port.postMessage(message), { v: 1, id, type, payload });
  return answer(page, id);
}

const answer = (page, id) => until(`${id} was answered`, async () => (await said(page)).find(({ re }) => re === id));

async function open(world, page, src, attributes) {
  await show(page, src, attributes);
  await editor(page).waitFor();
}

export const tests = [
  [
    'opens a design in a frame, saves it, and tells its host once how it ended',
    async (world) => {
      const { design, mint, read, maker } = await hosting(world);
      const page = await hostPage(world);
      const { url, code } = await mint();
      await open(world, page, url);
      const frame = page.frames()[1];
      assert.equal(frame.url(), maker, 'the address still holds what opens the maker');
      const kept = await frame.evaluate(() => {
        try {
          return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]);
        } catch {
          return ''; // browsers may keep frames of others from storing anything
        }
      });
      assert.ok(!/laurel_(?:embed|edit|renew)|authorization/.test(kept), kept);
      await name(page).fill('Made inside');
      await inside(page).getByRole('button', { name: 'Save design' }).click();
      await saved(page).waitFor();
      assert.equal((await read()).name, 'Made inside');
      await inside(page).getByRole('button', { name: 'Close editor' }).click();
      await ended(page);
      await inside(page).getByText('The design maker is closed').waitFor();
      const all = await heard(page);
      assert.deepEqual([...new Set(all.map(({ origin }) => origin))], [world.url]);
      assert.deepEqual(all.filter(({ data }) => typeof data === 'string').map(({ data }) => data), ['laurel:ready:1']);
      const [{ data }, ...more] = await results(page);
      assert.equal(more.length, 0);
      assert.deepEqual(Object.keys(data).sort(), ['completed', 'design', 'status']);
      assert.deepEqual([data.completed, data.status, data.design.id, data.design.version], [true, 200, design.id, 2]);
      assert.ok(data.design.rasterized_content_url.startsWith('http') && data.design.blocks.length > 0);
      assert.ok(!JSON.stringify(all).includes(code));
    },
  ],
  [
    'begins a new design from a token in the older address, and is closed by Back and by Escape',
    async (world) => {
      const { call, maker } = await hosting(world);
      const page = await hostPage(world);
      const { token } = await call('POST', '/designers/badge/initialize', {});
      await open(world, page, `${maker}?issuer_token=${encodeURIComponent(`Bearer ${token}`)}`);
      await name(page).fill('Half done');
      await inside(page).locator('[data-canvas]').focus();
      await page.keyboard.press('Escape');
      const question = inside(page).getByRole('dialog', { name: 'Leave without saving?' });
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await question.waitFor({ state: 'detached' });
      await page.evaluate(() => window.history.back());
      await question.getByRole('button', { name: 'Leave' }).click();
      await ended(page);
      const [{ data }] = await results(page);
      assert.deepEqual(data, { completed: true, status: 200, design: { id: null, rasterized_content_url: null } });
    },
  ],
  [
    'tells the status with which it could not open: used, out of date, of another design, of a page that is not meant',
    async (world) => {
      world.watch.allow(401, '/embed/exchange');
      world.watch.allow(403, '/embed/exchange');
      const { mint, maker } = await hosting(world);
      const other = await hosting(world);
      const used = await mint();
      const first = await hostPage(world);
      await open(world, first, used.url);
      const short = await mint({ ttl: 1 });
      await until('the code is out of date', () => Date.now() > Date.parse(short.expires_at) + 1000);
      const foreign = `${maker}?authorization=${(await mint()).code}&department_id=${world.demo.department_id}&design_id=${other.design.id}`;
      await other.call('POST', '/embed/origins', { origin: host.origin('second.localhost') }).catch(({ status }) => assert.equal(status, 409));
      const elsewhere = (await mint({ allowed_origin: host.origin('second.localhost') })).url;
      for (const [src, status] of [[used.url, 401], [short.url, 401], [foreign, 403], [elsewhere, 403]]) {
        const page = await hostPage(world);
        await show(page, src);
        await ended(page);
        await inside(page).getByRole('heading', { name: 'Couldn’t open the design maker' }).waitFor();
        const told = (await results(page)).map(({ data }) => data);
        assert.deepEqual(told, [{ completed: true, status, design: { id: null, rasterized_content_url: null } }]);
      }
      // Who sent the used code again may be the thief: what it opened is over too.
      world.watch.allow(401, '/certificate_designs/update');
      await name(first).fill('Too late');
      await inside(first).getByRole('button', { name: 'Save design' }).click();
      await inside(first).getByText(/signed in|sign in|ended/i).first().waitFor();
      assert.deepEqual(await results(first), []);
    },
  ],
  [
    'reports a failed save in the frame, and to its host when it is closed',
    async (world) => {
      world.watch.allow(401, '/certificate_designs/update');
      world.watch.allow(401, '/embed/refresh');
      const { call, design, read } = await hosting(world);
      const name_ = 'withdrawn.localhost';
      const { origin } = await call('POST', '/embed/origins', { origin: host.origin(name_) });
      const { url } = await call('POST', '/embed/sessions', { design_id: design.id, allowed_origin: origin.origin, scopes: SCOPES });
      const page = await hostPage(world, { name: name_ });
      await open(world, page, url);
      await call('DELETE', `/embed/origins/${origin.id}`);
      await name(page).fill('Never saved');
      await inside(page).getByRole('button', { name: 'Save design' }).click();
      const alert = inside(page).getByRole('alert').filter({ hasText: "Your changes couldn’t be saved" });
      await alert.getByText('Access to the design maker has ended.').waitFor();
      await clean(page);
      await inside(page).getByRole('button', { name: 'Close editor' }).click();
      await inside(page).getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
      await ended(page);
      const [{ data }, ...more] = await results(page);
      assert.equal(more.length, 0);
      assert.deepEqual([data.completed, data.status, data.design.id, data.design.version], [true, 401, design.id, 1]);
      assert.notEqual((await read()).name, 'Never saved');
      await inside(page).getByText('Your last changes weren’t saved.').waitFor();
    },
  ],
  [
    'closes with 200 once a save that failed was made good',
    async (world) => {
      world.watch.allow(503, '/certificate_designs/update');
      const { mint } = await hosting(world);
      const page = await hostPage(world);
      await open(world, page, (await mint()).url);
      await page.route('**/certificate_designs/update', (route) => route.fulfill({ status: 503, json: { errors: 'Try again', code: 'unavailable' } }), { times: 1 });
      await name(page).fill('Saved at last');
      await inside(page).getByRole('button', { name: 'Save design' }).click();
      const alert = inside(page).getByRole('alert').filter({ hasText: "Your changes couldn’t be saved" });
      await alert.waitFor();
      await inside(page).getByRole('button', { name: 'Save design' }).click();
      await alert.waitFor({ state: 'detached' });
      await inside(page).getByRole('button', { name: 'Close editor' }).click();
      await ended(page);
      const [{ data }] = await results(page);
      assert.deepEqual([data.status, data.design.name], [200, 'Saved at last']);
    },
  ],
  [
    'answers a wrong or missing authorization or department',
    async (world) => {
      world.watch.allow(401, '/embed/exchange');
      world.watch.allow(401, '/design-maker');
      world.watch.allow(403, '/design-maker');
      const { mint, maker } = await hosting(world);
      const department = world.demo.department_id;
      const { code } = await mint();
      for (const [query, status] of [
        ['', 401],
        ['authorization=nonsense', 401],
        [`department_id=${department}`, 401],
        [`authorization=nonsense&department_id=${department}`, 401],
        [`authorization=${code}&department_id=999999`, 403],
        [`authorization=${code}&department_id=x`, 403],
      ]) {
        const page = await hostPage(world, { quiet: true });
        await show(page, `${maker}?${query}`);
        await ended(page);
        assert.deepEqual((await results(page)).map(({ data }) => data), [{ completed: true, status, design: NONE }], query);
        await inside(page).getByRole('heading', { name: 'Couldn’t open the design maker' }).waitFor();
      }
    },
  ],
  [
    'tells its host when its script cannot be loaded',
    async (world) => {
      const { mint } = await hosting(world);
      const page = await hostPage(world, { quiet: true });
      await page.route('**/assets/*.js', (route) => route.abort());
      await show(page, (await mint()).url);
      await ended(page);
      assert.deepEqual((await results(page)).map(({ data }) => data), [{ completed: true, status: 503, design: NONE }]);
    },
  ],
  [
    'is shown by pages on the list alone, and by none without a name',
    async (world) => {
      const { mint } = await hosting(world);
      const { url } = await mint();
      const unlisted = await hostPage(world, { quiet: true, name: 'unlisted.localhost' });
      await show(unlisted, url);
      await ended(unlisted);
      assert.deepEqual((await results(unlisted)).map(({ data }) => data), [{ completed: true, status: 403, design: NONE }]);
      await inside(unlisted).getByText('This page isn’t allowed to show the design maker').waitFor();
      const nameless = await hostPage(world, { quiet: true, headers: { 'content-security-policy': 'sandbox allow-scripts' } });
      await show(nameless, url);
      await until('the browser refused', () => nameless.frames()[1]?.url().startsWith('chrome-error:'));
      assert.deepEqual(await heard(nameless), []);
      const page = await hostPage(world, { quiet: true });
      const asked = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await show(page, url, { sandbox: 'allow-scripts' });
      await until('the frame came', () => asked.some((path) => path.startsWith('/assets/')));
      await page.waitForLoadState('networkidle');
      assert.ok(!asked.includes('/v1/embed/exchange'), asked.join(' '));
      // None of the refused ones used the code up.
      const fine = await hostPage(world, { headers: { 'referrer-policy': 'no-referrer' } });
      await open(world, fine, url);
      await inside(fine).getByRole('button', { name: 'Close editor' }).click();
      await ended(fine);
    },
  ],
  [
    'hears its host and nobody else',
    async (world) => {
      const { mint } = await hosting(world);
      const page = await hostPage(world);
      await open(world, page, (await mint()).url);
      // A frame of a stranger, and one of the host itself that is not the page around the maker.
      for (const from of [`${host.origin('stranger.localhost')}/`, `${host.origin()}/`]) {
        await show(page, from);
        const stranger = page.frames().at(-1);
        await stranger.waitForFunction(() => window.talk !== undefined);
        await stranger.evaluate(() => window.talk({ locale: 'ar' }, parent.frames[0]));
      }
      await page.evaluate(() => window.talk({ locale: 'de' }));
      assert.deepEqual((await answer(page, 'first')).payload, { protocol: 1 });
      await until('the maker speaks German', () => page.frames()[1].evaluate(() => document.documentElement.lang === 'de'));
      for (const stranger of page.frames().slice(2)) assert.deepEqual(await stranger.evaluate(() => window.said), []);
      // The port is the host's now; a second one changes nothing.
      await page.evaluate(() => {
        const { said, port } = window;
        window.talk({ locale: 'ar' });
        Object.assign(window, { said, port });
      });
      assert.equal((await ask(page, 'p', 'ping')).type, 'pong');
      assert.equal(await page.frames()[1].evaluate(() => document.documentElement.lang), 'de');
    },
  ],
  [
    'follows version 1 of the messages, and says what it cannot follow',
    async (world) => {
      const { design, mint, maker } = await hosting(world);
      const page = await hostPage(world);
      const { code } = await mint();
      const sample = { label: 'Our student', values: { 'recipient.name': 'Noor Bakker' } };
      await page.evaluate((payload) => {
        window.said = [];
        addEventListener('message', ({ data }) => data === 'laurel:ready:1' && window.talk(payload));
      }, { code, sample });
      await show(page, `${maker}?department_id=${world.demo.department_id}`);
      const loaded = await until('it loaded', async () => (await said(page)).find(({ type }) => type === 'loaded'));
      assert.deepEqual([loaded.payload.design.id, loaded.payload.scopes.length, loaded.payload.read_only], [design.id, 4, false]);
      await editor(page).waitFor();
      assert.equal(await inside(page).getByRole('combobox', { name: 'Preview with' }).or(inside(page).locator('header input[value="Our student"]')).first().inputValue(), 'Our student');
      const svg = await ask(page, 'e', 'export', { format: 'svg' });
      assert.ok(svg.payload.data.startsWith('<svg') && svg.payload.data.includes('Noor Bakker'));
      const png = await ask(page, 'e2', 'export', { format: 'png', width: 400 });
      const drawn = PNG.sync.read(Buffer.from(png.payload.data.replace('data:image/png;base64,', ''), 'base64'));
      assert.deepEqual([png.payload.format, drawn.width], ['png', 400]);
      assert.ok(new Set(new Uint32Array(drawn.data.buffer, drawn.data.byteOffset, drawn.width * drawn.height)).size > 50, 'the PNG has letters and pictures');
      assert.equal((await ask(page, 'l', 'set-locale', { locale: 'ar' })).type, 'done');
      await until('it reads from the right', () => page.frames()[1].evaluate(() => document.documentElement.dir === 'rtl'));
      await ask(page, 'l2', 'set-locale', { locale: 'en' });
      assert.equal((await ask(page, 't', 'set-theme', { scheme: 'dark', primary: '#7c4dff', radius: 12 })).type, 'done');
      const worn = () => page.frames()[1].evaluate(() => [document.documentElement.dataset.mantineColorScheme, getComputedStyle(document.documentElement).getPropertyValue('--lr-accent').trim()]);
      await until('it is dark', async () => (await worn())[0] === 'dark');
      assert.equal((await worn())[1], '#7c4dff');
      const wrong = await ask(page, 'w', 'set-theme', { primary: 'red' });
      assert.deepEqual([wrong.type, wrong.payload], ['error', { code: 'message.invalid', field: 'primary' }]);
      await page.evaluate(() => window.port.postMessage({ v: 1, id: 'u', type: 'dance', payload: {} }));
      await page.evaluate(() => window.port.postMessage('noise'));
      assert.equal((await ask(page, 'p', 'ping')).type, 'pong');
      assert.equal((await said(page)).some(({ re }) => re === 'u'), false);
      await name(page).fill('Asked from outside');
      await until('it says dirty', async () => (await said(page)).some(({ type, payload }) => type === 'dirty' && payload.dirty));
      const told = (type) => until(`it says ${type}`, async () => (await said(page)).find((one) => one.type === type));
      const at = { x: 620, y: 400 };
      await dropFiles(page.frames()[1], [picture('dot.png', 8, 8)], at, async () => at);
      const { file } = (await told('upload')).payload;
      assert.deepEqual([file.name, file.type, file.url.startsWith('http')], ['dot.png', 'image/png', true]);
      await page.evaluate(() => document.querySelector('iframe').style.setProperty('height', '700px'));
      assert.equal((await told('resize')).payload.height, 700);
      const done = await ask(page, 's', 'save');
      assert.deepEqual([done.type, done.payload.design_id, done.payload.version], ['saved', design.id, 2]);
      await ask(page, 'f', 'set-features', { read_only: true });
      await inside(page).getByText('View only').waitFor();
      assert.equal((await ask(page, 's2', 'save')).payload.code, 'read_only');
      const close = await ask(page, 'c', 'close', {});
      assert.deepEqual(close.payload, { accepted: true });
      await ended(page);
      assert.deepEqual((await said(page)).at(-1).payload, { status: 200, design: (await results(page))[0].data.design });
    },
  ],
  [
    'does not close while it saves',
    async (world) => {
      const { mint } = await hosting(world);
      const page = await hostPage(world);
      await open(world, page, (await mint()).url);
      await page.evaluate(() => window.talk());
      await answer(page, 'first');
      let release;
      const held = new Promise((resolve) => {
        release = resolve;
      });
      await page.route('**/certificate_designs/update', async (route) => {
        await held;
        await route.continue();
      });
      await name(page).fill('Slowly saved');
      await page.evaluate((message) => window.port.postMessage(message), { v: 1, id: 's', type: 'save', payload: {} });
      await inside(page).locator('header button[data-loading]').waitFor();
      assert.deepEqual((await ask(page, 'c', 'close', { force: true })).payload, { accepted: false, reason: 'saving' });
      await inside(page).getByRole('button', { name: 'Close editor' }).click();
      await inside(page).getByText('You can close it when this is done').first().waitFor();
      assert.deepEqual(await results(page), []);
      release();
      assert.equal((await answer(page, 's')).type, 'saved');
      assert.deepEqual((await ask(page, 'c2', 'close')).payload, { accepted: true });
      await ended(page);
      assert.equal((await results(page))[0].data.design.name, 'Slowly saved');
    },
  ],
  [
    'keeps two makers on one page apart',
    async (world) => {
      const one = await hosting(world);
      const two = await hosting(world);
      const page = await hostPage(world);
      await show(page, (await one.mint()).url);
      await show(page, (await two.mint()).url);
      await editor(page, 0).waitFor();
      await editor(page, 1).waitFor();
      await inside(page, 1).getByRole('button', { name: 'Close editor' }).click();
      await ended(page);
      assert.deepEqual((await results(page)).map(({ from, data }) => [from, data.design.id]), [[1, two.design.id]]);
      await inside(page, 0).getByRole('button', { name: 'Close editor' }).click();
      await ended(page, 2);
      assert.deepEqual((await results(page)).map(({ from, data }) => [from, data.design.id]), [[1, two.design.id], [0, one.design.id]]);
    },
  ],
  [
    'takes a long-lived authorization where an administrator allows it',
    async (world) => {
      world.watch.allow(403, '/embed/exchange');
      const { design, maker } = await hosting(world);
      const src = `${maker}?authorization=${encodeURIComponent(`Token token=${world.demo.api_key}`)}&department_id=${world.demo.department_id}&design_id=${design.id}`;
      const refused = await hostPage(world);
      await show(refused, src);
      await ended(refused);
      assert.equal((await results(refused))[0].data.status, 403);

      const admin = await world.admin();
      const label = 'Accept long-lived authorization in the address';
      await admin.goto('/settings/embedding');
      await admin.getByRole('switch', { name: label }).click();
      await admin.getByRole('button', { name: 'Accept' }).click();
      await admin.getByRole('switch', { name: label, checked: true }).waitFor();
      const page = await hostPage(world);
      await open(world, page, src);
      assert.equal(await inside(page).getByRole('button', { name: 'Manage attributes' }).count(), 0);
      await inside(page).getByRole('button', { name: 'Close editor' }).click();
      await ended(page);
      assert.equal((await results(page))[0].data.design.id, design.id);

      // Who is signed in has the department's designs and the templates too, and goes on with another one.
      const other = await hosting(world);
      await other.call('POST', '/certificate_designs/update', { id: other.design.id, version: 1, confirm: true, design: { ...other.design, name: 'The other one' } });
      const { email, password } = world.demo;
      const entered = await fetch(`${world.url}/v1/issuer_login/sign_in`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email, password }) });
      const own = await hostPage(world);
      const logged = [];
      own.on('request', (request) => request.url().endsWith('/log_frontend_analytics') && logged.push(request.postDataJSON()));
      await open(world, own, `${maker}?authorization=${encodeURIComponent(entered.headers.get('authorization'))}&department_id=${world.demo.department_id}&design_id=${design.id}`);
      assert.deepEqual(logged.map(({ property, path, data }) => [property, path, Object.keys(data).sort()]), [['design-maker', '/design-maker', ['department_id', 'design_id']]]);
      await inside(own).getByRole('tab', { name: 'Templates' }).waitFor();
      await inside(own).getByRole('tab', { name: 'My designs' }).click();
      await clean(own);
      await inside(own).getByRole('button', { name: 'The other one' }).first().click();
      await inside(own).getByRole('dialog').getByRole('button', { name: /Open/ }).click();
      await until('the other design is open', async () => (await name(own).inputValue()) === 'The other one');
      await own.context().close();
      await admin.getByRole('switch', { name: label }).click();
      await admin.getByRole('button', { name: 'Refuse' }).click();
      await admin.getByRole('switch', { name: label, checked: false }).waitFor();
    },
  ],
  [
    'is let in by settings that name what is wrong with an origin',
    async (world) => {
      world.watch.allow(422, '/embed/origins');
      const page = await world.admin();
      await page.goto('/settings/embedding');
      const field = page.getByRole('textbox', { name: 'Origin' });
      await field.fill('https://app.example.org/path');
      await page.getByRole('button', { name: 'Add origin' }).click();
      await until('the field says what is wrong', async () => (await field.getAttribute('aria-invalid')) === 'true');
      await field.fill('HTTPS://App.Example.org:443');
      await page.getByRole('button', { name: 'Add origin' }).click();
      await page.getByRole('cell', { name: 'https://app.example.org', exact: true }).waitFor();
      await page.getByRole('button', { name: 'Remove https://app.example.org' }).click();
      await page.getByRole('button', { name: 'Remove origin' }).click();
      await page.getByRole('cell', { name: 'https://app.example.org', exact: true }).waitFor({ state: 'detached' });
      assert.equal(await page.getByRole('link', { name: 'Try it with sample pages' }).getAttribute('href'), `${world.url}/dev/embed`);
    },
  ],
  [
    'works with the sample hosts as they are',
    async (world) => {
      await hosting(world);
      const context = await world.browser.person({ viewport: { width: 1280, height: 860 } });
      const page = await context.newPage();
      const told = page.locator('#heard');
      for (const sample of ['html', 'react', 'plain']) {
        await page.goto(`${world.url}/dev/embed/${sample}`);
        assert.equal(new URL(page.url()).hostname, 'localhost');
        await page.getByRole('button', { name: 'Edit the design' }).click();
        await editor(page).waitFor();
        if (sample !== 'plain') await told.getByText(`loaded ${world.demo.design_id}`).waitFor({ state: 'attached' });
        if (sample === 'react') await page.getByRole('button', { name: 'Close from outside' }).click();
        else await inside(page).getByRole('button', { name: 'Close editor' }).click();
        await until('the host heard', async () => (await told.textContent()).includes(`with 200, design ${world.demo.design_id}`));
        await page.locator('iframe').waitFor({ state: 'detached' });
        assert.ok(await page.getByAltText('The design as it was saved').getAttribute('src'));
      }
      await page.goto(`${world.url}/dev/embed/html`);
      await page.getByRole('button', { name: 'Only look at it' }).click();
      await inside(page).getByText('View only').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('iframe').waitFor({ state: 'detached' });
    },
  ],
  [
    'is small, and so is what a host loads',
    async (world) => {
      const { mint } = await hosting(world);
      const page = await hostPage(world);
      await open(world, page, (await mint()).url);
      const frame = page.frames()[1];
      // All that was asked for before the design was seen, whenever it arrived.
      const scripts = await until('the design is shown', () => frame.evaluate(() => {
        const [mark] = performance.getEntriesByName('laurel-editor-shown');
        const isScript = ({ name }) => new URL(name).pathname.endsWith('.js');
        return mark && performance.getEntriesByType('resource').filter((entry) => isScript(entry) && entry.startTime <= mark.startTime).map(({ name }) => name);
      }));
      const sizes = await Promise.all(scripts.map(async (address) => gzipSync(await (await fetch(address)).text()).length));
      const sum = sizes.reduce((all, size) => all + size, 0);
      assert.ok(sum > 0 && sum <= MOST_SCRIPT, `${sum} bytes of script, packed: ${scripts.map((one, at) => `${new URL(one).pathname} ${sizes[at]}`).join(', ')}`);
      const kit = await fetch(`${world.url}/embed.js`);
      const size = gzipSync(await kit.text()).length;
      assert.ok(kit.ok && size < MOST_KIT, `embed.js has ${size} bytes`);
    },
  ],
  [
    'can be used by everybody: in both schemes, to look at, when it fails and when it is over',
    async (world) => {
      world.watch.allow(401, '/embed/exchange');
      const { mint } = await hosting(world);
      for (const [scheme, language] of [['light', 'en'], ['dark', 'ar']]) {
        const page = await hostPage(world, { scheme, language });
        const { url } = await mint({ locale: language });
        await show(page, url);
        await inside(page).locator('[data-canvas]').waitFor();
        await clean(page);
        await page.evaluate(() => window.talk({ features: { read_only: true } }));
        await answer(page, 'first');
        await inside(page).getByRole('img').first().waitFor();
        await clean(page);
        assert.deepEqual((await ask(page, 'c', 'close')).payload, { accepted: true });
        await inside(page).locator('[role=status] h1').waitFor();
        await clean(page);
        const failed = await hostPage(world, { scheme, language });
        await show(failed, url);
        await inside(failed).getByRole('alert').waitFor();
        await clean(failed);
      }
    },
  ],
];

/** Nothing that a checker finds, and no key where words should stand. */
async function clean(page) {
  const frame = page.frames()[1];
  await frame.waitForFunction(() => document.fonts.status === 'loaded');
  assert.deepEqual(await violations(frame), []);
  assert.deepEqual(await rawKeys(frame), []);
}
