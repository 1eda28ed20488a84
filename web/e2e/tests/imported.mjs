import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { api } from '../support/api.mjs';
import { dropFiles } from '../support/drop.mjs';
import { wear } from '../support/look.mjs';
import { mailTo } from '../support/mail.mjs';
import { rawKeys, violations } from '../support/page-checks.mjs';
import { settled } from '../support/settled.mjs';

const FOREIGN = join(import.meta.dirname, '../../../internal/trust/verification/testdata/foreign');

async function faultless(page, where) {
  await settled(page);
  assert.deepEqual(await violations(page), [], where);
  assert.deepEqual(await rawKeys(page), [], where);
}

/** A signed credential of an issuer elsewhere, whose key is in its ID. */
const foreign = (name) => readFile(join(FOREIGN, name), 'utf8');

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}

/** A square of one colour, with a credential baked in if there is one. */
export function png(credential) {
  const size = 160;
  const header = Buffer.from([0, 0, 0, size, 0, 0, 0, size, 8, 2, 0, 0, 0]);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(size * 3, 0x5a)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: size }, () => row)));
  const baked = credential
    ? [chunk('iTXt', Buffer.concat([Buffer.from('openbadgecredential\0\0\0\0\0', 'latin1'), Buffer.from(credential)]))]
    : [];
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...baked,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A person with one credential of this installation, signed in with a mailed code. */
export async function holder({ url, demo, browser }, name, look) {
  const email = `${name.split(' ')[0].toLowerCase()}.${crypto.randomUUID().slice(0, 8)}@recipients.example`;
  const { credential } = await api(url, demo.api_key)('POST', '/credentials', {
    credential: { group_id: demo.group_id, recipient: { name, email }, approve: true },
  });
  const page = await (await browser.person(look)).newPage();
  await page.goto('/me/sign-in?next=/me/import');
  await page.locator('input[type=email]').fill(email);
  await page.keyboard.press('Enter');
  const mail = await mailTo(url, email, 'Your sign-in code');
  await page.keyboard.type(/\b\d{6}\b/.exec(mail.body)[0]);
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => pathname === '/me/import');
  return { page, credential };
}

/** Drops files on the form and waits until all were tried. */
export async function drop(page, files) {
  const { x, y, width, height } = await page.locator('form', { has: page.locator('textarea') }).boundingBox();
  const at = { x: x + width / 2, y: y + height / 4 };
  await dropFiles(page, files, at, () => at);
  await page.getByText(`${files.length} of ${files.length} done`).waitFor();
}

export const tests = [
  [
    'drops a baked badge, a picture and a wrong file, pastes an address, verifies, downloads and removes',
    async (world) => {
      world.watch.allow(422, '/v1/recipient/imports');
      const { page, credential } = await holder(world, 'Mara Lindgren');
      await page.getByText('Nothing imported yet.').waitFor();
      await faultless(page, 'nothing imported');
      await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
      await page.getByText('Paste a link or a credential first.').waitFor();

      await drop(page, [
        { name: 'weaving.png', mimeType: 'image/png', buffer: png(await foreign('eddsa-jcs-2022.json')) },
        { name: 'diploma.png', mimeType: 'image/png', buffer: png() },
        { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Mara') },
      ]);
      await page.getByText('There’s no credential in it.').waitFor();
      await page.getByRole('heading', { name: 'Your imported credentials' }).waitFor();
      await page.getByText('2 credentials').waitFor();
      await faultless(page, 'three results');

      const field = page.getByLabel('Or paste a link or the credential itself');
      await field.fill(`${world.url}/${credential.uuid}`);
      await field.press('Enter');
      await page.getByText('issued here and is already in your wallet').waitFor();
      await field.fill(await foreign('vc-claim.jwt'));
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByText(/^(Imported|You already had this one)/).first().waitFor();

      await page.goto('/me');
      await page.getByRole('link', { name: 'Imported', exact: true }).click();
      await page.locator('article').first().waitFor();
      await faultless(page, 'the wallet’s imported credentials');
      await page.locator('article', { hasText: 'diploma' }).getByText('Not verified').waitFor();
      await page.getByRole('link', { name: 'Weaving' }).first().click();
      await page.getByRole('heading', { name: 'Weaving', level: 1 }).waitFor();
      await page.getByText('Signed by').first().waitFor();
      for (const scheme of ['light', 'dark']) {
        await wear(page, scheme);
        await faultless(page, `an imported credential, ${scheme}`);
      }
      const actions = page.getByRole('button', { name: /Actions for .Weaving/ });
      await actions.click();
      await page.getByRole('menuitem', { name: 'Verify again' }).click();
      await page.getByText('Verified: Intact, issuer not confirmed').waitFor();
      await actions.click();
      const arrived = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'Download original' }).click();
      assert.ok((await readFile(await (await arrived).path())).length > 500);
      await actions.click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await page.waitForURL(({ pathname, search }) => pathname === '/me' && search === '?show=imported');
      await page.getByText(/Weaving.* removed/).waitFor();
      await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
      await page.getByText(/Weaving.* is back/).waitFor();
      await page.locator('article', { hasText: 'Weaving' }).first().waitFor();
      await page.context().close();
    },
  ],
  [
    'reads from right to left in the dark on a phone',
    async (world) => {
      const { page } = await holder(world, 'Huda Nasser', { viewport: { width: 390, height: 844 } });
      await drop(page, [
        { name: 'weaving.png', mimeType: 'image/png', buffer: png(await foreign('eddsa-jcs-2022.json')) },
      ]);
      await page.evaluate(() => window.localStorage.setItem('laurel.language', 'ar'));
      await wear(page, 'dark');
      for (const path of ['/me/import', '/me?show=imported']) {
        await page.goto(path);
        await page.locator('article').first().waitFor();
        await faultless(page, path);
      }
      await page.locator('article a').first().click();
      await page.locator('ol').first().waitFor();
      assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
      await faultless(page, 'one of them');
      await page.context().close();
    },
  ],
];
