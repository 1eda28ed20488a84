import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { api } from '../support/api.mjs';
import { credentialOf } from '../support/demo.mjs';
import { violations } from '../support/page-checks.mjs';

const verdict = (page, name) => page.getByRole('heading', { name, level: 2 }).waitFor();
const GOOD = 'This credential is valid';
const PICTURES = join(import.meta.dirname, '../../../internal/formats/qr/testdata');
const SHOWN = 'https://credentials.example.edu/0f8fad5b-d9cb-469f-a165-70867728950e';
const CHANGED = 'Not as the issuer signed it';

export const tests = [
  [
    'says of a credential of ours that it holds, and shows how it found out',
    async ({ url, demo, browser }) => {
      const one = await credentialOf(url, demo, { state: 'published', private: false });
      const page = await (await browser.person()).newPage();
      await page.goto(`/${one.uuid}`);
      await page.getByRole('link', { name: 'Verify', exact: true }).click();
      await verdict(page, GOOD);
      await page.waitForFunction((text) => document.activeElement?.textContent === text, GOOD);
      await page.getByText(/\/did\.json/).waitFor();
      await page.getByText('The signature is valid.').waitFor();
      assert.ok((await page.locator('dl').innerText()).includes(one.recipient.name));
      await page.getByRole('link', { name: 'Open its page' }).click();
      await page.getByText(`Awarded to ${one.recipient.name}`).waitFor();
    },
  ],
  [
    'finds out what was changed in a file or in a pasted credential',
    async ({ url, demo, browser }) => {
      const search = { state: 'published', private: false, page_size: 200 };
      const { credentials: all } = await api(url, demo.api_key)('POST', '/credentials/search', search);
      const { uuid } = all.find(({ group }) => group.badge_design_id !== null);
      const get = async (path) => Buffer.from(await (await fetch(`${url}/v1/${path}`)).arrayBuffer());
      const badge = await get(`credentials/generate_baked_badge?credential_id=${uuid}`);
      const page = await (await browser.person()).newPage();
      await page.goto('/verify');
      const hand = (buffer) =>
        page.locator('input[type=file]').setInputFiles({ name: 'badge.png', mimeType: 'image/png', buffer });
      await hand(badge);
      await verdict(page, GOOD);
      const doctored = Buffer.from(badge);
      doctored[badge.indexOf('"awardedDate":"2') + 15] ^= 1;
      await hand(doctored);
      await verdict(page, CHANGED);

      const signed = (await get(`openbadges/credentials/${uuid}`)).toString();
      await page.getByLabel('Link, ID or credential').fill(signed.replace('"awardedDate":"20', '"awardedDate":"19'));
      await page.keyboard.press('Enter');
      await page.getByText('The signature doesn’t match').waitFor();
      await verdict(page, CHANGED);
      assert.equal(new URL(page.url()).search, '', 'a whole credential went into the address');
    },
  ],
  [
    'hands out a page that verifies without a network, by the issuer’s files',
    async ({ url, demo, browser }) => {
      const folder = await mkdtemp(join(tmpdir(), 'laurel-verifier-'));
      const one = await credentialOf(url, demo, { state: 'published', private: false });
      const get = async (address) => Buffer.from(await (await fetch(new URL(address, url))).arrayBuffer());
      const signed = await get(`/v1/openbadges/credentials/${one.uuid}`);
      const { issuer, credentialStatus } = JSON.parse(signed);
      const keys = await get(`/${issuer.id.split(':').slice(3).join('/')}/did.json`);
      const list = await get(credentialStatus.statusListCredential);
      await writeFile(join(folder, 'verifier.html'), await get('/verifier.html'));
      const page = await (await browser.person()).newPage();
      await page.goto(pathToFileURL(join(folder, 'verifier.html')).href);
      const hand = (...buffers) =>
        page
          .locator('input[type=file]')
          .setInputFiles(buffers.map((buffer, n) => ({ name: `${n}.json`, mimeType: 'application/json', buffer })));
      await hand(signed);
      await page.getByText('The issuer’s keys are missing').waitFor();
      await hand(keys, list);
      await verdict(page, GOOD);
      assert.ok((await page.locator('dl').innerText()).includes(one.recipient.name));
      assert.deepEqual(await violations(page), []);
      await page.getByText(/^Status list signed on .20/).first().waitFor();

      // The same credential in the other containers; a drawing with a token beside it carries two.
      const drawing = (attribute) =>
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg"><o:credential xmlns:o="https://purl.imsglobal.org/ob/v3p0"${attribute}><![CDATA[${signed}]]></o:credential></svg>`,
        );
      const pdf = await get(`/v1/credentials/generate_certificate_pdf?credential_id=${one.uuid}`);
      for (const [file, expected] of [
        [drawing(''), GOOD],
        [drawing(' verify="eyJhbGciOiJFZERTQSJ9.e30.AAAA"'), CHANGED],
        [pdf, GOOD],
      ]) {
        await page.getByRole('button', { name: 'Start over' }).click();
        await hand(file, keys, list);
        await verdict(page, expected);
      }
      await page.getByRole('button', { name: 'Start over' }).click();
      await hand(Buffer.from(signed.toString().replace('"awardedDate":"20', '"awardedDate":"19')), keys, list);
      await verdict(page, CHANGED);

      // As an exit kit has it: the keys and lists lie in the page.
      const kept = `<script type="application/json" id="kept" data-date="2026-11-01">[${keys},${list}]</script>\n<body>`;
      const kit = (await get('/verifier.html')).toString().replace('<body>', () => kept);
      await writeFile(join(folder, 'kit.html'), kit);
      await page.goto(pathToFileURL(join(folder, 'kit.html')).href);
      await page.getByText('keys and status lists are part of this page').waitFor();
      await page.getByText(/^Keys of .*, as of .*2026-11-01/).waitFor();
      await hand(signed);
      await verdict(page, GOOD);
      await rm(folder, { recursive: true });
    },
  ],
  [
    'says whether a credential was issued to an email address',
    async ({ url, demo, browser }) => {
      const one = await credentialOf(url, demo, { state: 'published', private: false });
      const page = await (await browser.person()).newPage();
      await page.goto(`/verify?url=${one.uuid}`);
      await verdict(page, GOOD);
      const field = page.getByLabel('Check the recipient’s email address');
      await field.fill('nobody@example.org');
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await page.getByText(/^No, it was issued to a different address/).waitFor();
      await field.fill(one.recipient.email);
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await page.getByText(/^Yes, it was issued to/).waitFor();
      assert.ok(!page.url().includes(encodeURIComponent(one.recipient.email)), 'the address went into the link');
      assert.deepEqual(await violations(page), []);
    },
  ],
  [
    'reads QR codes in pictures, in pasted ones and before the camera, in the page itself',
    async ({ browser }) => {
      const page = await (await browser.person()).newPage();
      const texts = [];
      let year = 2000; // of the picture; one more for what was read in it
      // The server reads pictures too: here it finds nothing, so that the page has to.
      await page.route('**/v1/verify', async (route) => {
        const sent = route.request().headers()['content-type']?.includes('json') ? route.request().postDataJSON() : null;
        if (sent) texts.push(sent.input);
        const body = { verdict: 'not_a_credential', text: '', standard: null, credential: null, email_match: null, steps: [] };
        await route.fulfill({ json: { ...body, checked_at: `${year + (sent ? 1 : 0)}-06-01T12:00:00Z` } });
      });
      const names = (await readdir(PICTURES)).filter((name) => name.endsWith('.jpg'));
      const buffers = await Promise.all(names.map((name) => readFile(join(PICTURES, name))));
      await page.goto('/verify');
      for (const buffer of buffers) {
        year += 2;
        await page.locator('input[type=file]').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
        await page.getByText(new RegExp(`^Checked on .*(${year}|${year + 1})`)).waitFor();
      }
      assert.equal(names.length, 20);
      assert.ok(texts.filter((text) => text === SHOWN).length >= 18, `${texts.length} of ${names.length} are read`);

      await page.goto('/verify');
      texts.length = 0;
      const picture = buffers[names.indexOf('screenshot-full.jpg')].toString('base64');
      await page.getByLabel('Link, ID or credential').evaluate((field, base64) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([bytes], 'pasted.jpg', { type: 'image/jpeg' }));
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, picture);
      await page.getByText(/^Checked on/).waitFor();
      assert.deepEqual(texts, [SHOWN]);

      await page.goto('/verify');
      texts.length = 0;
      await page.evaluate(async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes]));
        navigator.mediaDevices.getUserMedia = async () => {
          const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height });
          const context = canvas.getContext('2d');
          setInterval(() => context.drawImage(bitmap, 0, 0), 30);
          return canvas.captureStream(30);
        };
      }, picture);
      await page.getByRole('button', { name: 'Scan a QR code' }).click();
      await page.getByText(/^Hold the certificate’s QR code/).waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByText(/^Checked on/).waitFor();
      assert.deepEqual(texts, [SHOWN]);

      await page.evaluate(() => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
      });
      await page.getByRole('button', { name: 'Scan a QR code' }).click();
      await page.getByText(/^Camera access is blocked/).waitFor();
      assert.deepEqual(await violations(page), []);
    },
  ],
  [
    'says what is wrong with what is no credential',
    async ({ browser }) => {
      const page = await (await browser.person()).newPage();
      await page.goto('/verify?url=k0nothing9');
      await verdict(page, 'No credential found');
      await page.getByLabel('Link, ID or credential').fill('');
      await page.getByRole('button', { name: 'Verify', exact: true }).click();
      await page.getByText('Enter a link or an ID, or choose a file.').waitFor();
      await page.goto('/verify?url=k0nothing9');
      await verdict(page, 'No credential found');
      await page.getByRole('link', { name: 'Verify a credential' }).click();
      await page.getByRole('heading', { level: 2 }).waitFor({ state: 'detached' });
    },
  ],
];
