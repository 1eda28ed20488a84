// Proves that the editor shows what is printed: `node e2e/golden/run.mjs [binary]`, after a build. `--only TEXT` takes the
// designs whose title has the text. What it measured lies in test-results/golden. LAUREL_TEST_GOLDEN_SEED generates other
// designs: a seed, or several after commas. `--generated` takes the generated designs alone.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { openPrintPage } from '../../scripts/print-check/page.mjs';
import { installed } from '../support/browser.mjs';
import { startProduct } from '../support/product.mjs';
import { checkCodes } from './codes.mjs';
import { checkLines } from './checkLines.mjs';
import { checkPixels } from './checkPixels.mjs';
import { openEditor } from './editor.mjs';
import { saveGoldenSet } from './set.mjs';

const web = join(import.meta.dirname, '../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, generated: { type: 'boolean', default: false }, dist: { type: 'string', default: join(web, 'dist') } },
});
const binary = positionals[0] ?? process.env.LAUREL_BINARY ?? join(web, '../bin/laurel');
const folder = join(web, 'test-results/golden');
const seeds = (process.env.LAUREL_TEST_GOLDEN_SEED || '1').split(',').map(Number);
if (!seeds.every(Number.isSafeInteger)) throw new Error('LAUREL_TEST_GOLDEN_SEED is a whole number, or several after commas');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const started = performance.now();
const told = (words) => process.stdout.write(`${words} (${((performance.now() - started) / 1000).toFixed(0)} s)\n`);

const product = await startProduct(binary, { queues: 'default,mail' });
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH || installed(),
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
});
const print = await openPrintPage(values.dist);
try {
  const set = await saveGoldenSet(product, { seeds, only: values.generated ? 'seed ' : values.only });
  told(`saved ${set.length} designs; LAUREL_TEST_GOLDEN_SEED=${seeds}`);
  const small = await openEditor(browser, product, { viewport: { width: 1000, height: 600 }, deviceScaleFactor: 1 });
  const faults = await checkLines(set, small, print.page, folder);
  await small.context().close();
  told(`compared the lines of ${set.length} designs`);
  const large = await openEditor(browser, product, { viewport: { width: 1880, height: 1280 }, deviceScaleFactor: 2 });
  faults.push(...(await checkPixels(set, large, print.page, folder, told)));
  if (!values.generated) {
    faults.push(...(await checkCodes(product, print.page, folder)));
    told('read the QR codes');
  }
  faults.push(...print.failures.map((failure) => `on the print page: ${failure}`));
  for (const fault of faults) process.stdout.write(`FAILED ${fault}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await Promise.allSettled([browser.close(), print.close(), product.stop()]);
}
