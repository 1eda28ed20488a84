// Prints real designs with the built page in real Chromium and reads the PDFs: `npm run test:print`, after a build.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixtures } from './print-check/designs.mjs';
import { openPrintPage } from './print-check/page.mjs';
import { templateJobs } from './print-check/templates.mjs';

/** The build to check: the argument of the script, or the usual place. */
const dist = process.argv[2] ?? join(import.meta.dirname, '../dist');
const out = join(import.meta.dirname, '../test-results/print');
mkdirSync(out, { recursive: true });

const poppler = (tool, ...args) => execFileSync(tool, args, { encoding: 'utf8' });
/** Text without what extraction adds or drops: gaps, marks of direction, forms of presentation. */
const bare = (text) => text.normalize('NFKC').replace(/[\s\p{Cf}]/gu, '');
const MM = 72 / 25.4;

function checkPdf(name, file, expected) {
  const info = poppler('pdfinfo', file);
  assert.match(info, new RegExp(`Pages:\\s+${expected.pages}\\n`), `${name}: page count`);
  assert.match(info, /Tagged:\s+yes/, `${name}: tagged`);
  const [, width, height] = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(info);
  assert.ok(Math.abs(width - expected.mm[0] * MM) < 0.8, `${name}: width ${width}`);
  assert.ok(Math.abs(height - expected.mm[1] * MM) < 0.8, `${name}: height ${height}`);

  const text = poppler('pdftotext', '-layout', file, '-');
  for (const words of expected.texts) {
    assert.ok(bare(text).includes(bare(words)), `${name}: "${words}" is not in\n${text}`);
  }
  const fonts = poppler('pdffonts', file).split('\n').slice(2).filter(Boolean);
  for (const font of fonts) assert.match(font, /\byes\s+(?:yes|no)\s+yes\s/, `${name}: not embedded or not readable: ${font}`);
}

async function savePdf(page, name, expected) {
  const file = join(out, `${name}.pdf`);
  writeFileSync(file, await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true }));
  checkPdf(name, file, expected);
}

async function savePicture(page, name, { width, height }) {
  const clip = { x: 0, y: 0, width, height };
  const sheet = await page.evaluate(() => document.querySelector('svg').getBoundingClientRect().toJSON());
  assert.deepEqual({ x: sheet.x, y: sheet.y, width: sheet.width, height: sheet.height }, clip, `${name}: place`);
  writeFileSync(join(out, `${name}.png`), await page.screenshot({ clip, fullPage: true, omitBackground: true }));
}

const render = (page, job) => page.evaluate((input) => window.laurel.render(input), job);

const { page, close, failures } = await openPrintPage(dist);
try {
  for (const { name, job, expected } of fixtures) {
    const started = performance.now();
    const result = await render(page, job);
    const rendered = performance.now();
    assert.equal(result.pages, job.pages.length);
    assert.deepEqual(result.warnings, expected.warnings ?? [], `${name}: warnings`);
    if (job.mode === 'picture') await savePicture(page, name, result);
    else await savePdf(page, name, expected);
    const times = [rendered - started, performance.now() - rendered].map((ms) => `${ms.toFixed(0)} ms`);
    process.stdout.write(`ok ${name}: render ${times[0]}, output ${times[1]}\n`);
  }

  for (const { name, job } of templateJobs) {
    const result = await render(page, job);
    await savePicture(page, `template-${name}`, result);
    const faults = result.warnings.filter((warning) => warning.code !== 'shrunk');
    assert.deepEqual(faults, [], `template ${name}`);
  }
  process.stdout.write(`ok ${templateJobs.length} templates\n`);

  const refusal = (job) => page.evaluate((input) => window.laurel.render(input).catch((error) => error.message), job);
  const [{ job }] = fixtures;
  assert.match(await refusal({}), /^invalid_job: /);
  assert.match(await refusal({ ...job, images: { [job.design.background]: 'data:image/png;base64,AAAA' } }), /^image_failed: /);
  assert.deepEqual(failures, [], 'errors on the page');
  await page.route('**/fonts/*', (route) => route.abort());
  const [block] = job.design.blocks.filter((other) => other.kind === 'text');
  const unseen = { ...job.design, blocks: [{ ...block, font: 'Merriweather' }] };
  assert.match(await refusal({ ...job, design: unseen }), /^font_failed: /);
} finally {
  await close();
}
