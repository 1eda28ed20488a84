import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { bare, pdfBox, pdfText, pngText, sha256 } from '../support/files.mjs';
import { job } from './job.mjs';

const [first] = job.recipients;

/** Chooses a file from the menu of the public page, as a recipient does. */
async function download(label) {
  const page = job.visitor;
  await page.getByRole('button', { name: 'Download' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.getByRole('menuitem', { name: label, exact: true }).click(),
  ]);
  return { path: await file.path(), name: file.suggestedFilename() };
}

export const tests = [
  [
    'downloads the PDF, which holds the recipient’s name as text',
    async () => {
      const pdf = await download('PDF');
      assert.match(pdf.name, /\.pdf$/);
      const text = pdfText(pdf.path);
      for (const words of [first.name, job.course]) assert.ok(text.includes(bare(words)), `“${words}” is not in ${text}`);
      job.pdf = pdf.path;
    },
  ],
  [
    'downloads the PDF for print, whose page is larger by the bleed',
    async () => {
      const print = await download('PDF for print');
      assert.ok(pdfText(print.path).includes(bare(first.name)));
      const [screen, sheet] = [pdfBox(job.pdf, 'MediaBox'), pdfBox(print.path, 'MediaBox')];
      assert.ok(sheet.width > screen.width && sheet.height > screen.height, JSON.stringify({ screen, sheet }));
    },
  ],
  [
    'downloads the picture',
    async () => {
      const picture = await readFile((await download('Image')).path);
      assert.equal(picture.readUInt16BE(0), 0xffd8, 'it is no JPEG');
      assert.ok(picture.length > 10_000, 'the picture is too small to be looked at');
    },
  ],
  [
    'downloads the badge, whose assertion is where it says and names the recipient by hash',
    async () => {
      const badge = await readFile((await download('Verifiable badge (PNG)')).path);
      const baked = pngText(badge, 'openbadges');
      assert.ok(baked, 'no openbadges text in the picture');
      const address = baked.startsWith('{') ? JSON.parse(baked).id : baked;
      const answer = await fetch(address, { headers: { accept: 'application/ld+json' } });
      assert.equal(answer.status, 200);
      const assertion = await answer.json();
      assert.equal(assertion.id, address);
      assert.equal(assertion.type, 'Assertion');
      const { hashed, identity, salt = '' } = assertion.recipient;
      assert.equal(hashed, true);
      assert.equal(identity, `sha256$${sha256(first.email + salt)}`);
    },
  ],
];
