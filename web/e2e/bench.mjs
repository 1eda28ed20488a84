// Measures the editor in a real browser: `node e2e/bench.mjs [binary]`, after a build. Figures are told, never judged: machines
// differ. Where it makes sense, each stands beside one of the same run that it is to be compared with.
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { dragAmongMany, openingTimes, typingLatency } from './bench/editing.mjs';
import { embedAndPlain } from './bench/embedding.mjs';
import { layoutTimes } from './bench/layout.mjs';
import { credentialPath, visit } from './bench/visiting.mjs';
import { walletAndPlain } from './bench/wallet.mjs';
import { openEditor } from './golden/editor.mjs';
import { installed } from './support/browser.mjs';
import { startProduct } from './support/product.mjs';

const binary = process.argv[2] ?? process.env.LAUREL_BINARY ?? join(import.meta.dirname, '../../bin/laurel');
const product = await startProduct(binary);
const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH || installed(), args: ['--no-sandbox', '--disable-gpu'] });

const quantile = (values, q) => [...values].sort((a, b) => a - b)[Math.floor(q * (values.length - 1))];
const ms = (value) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
const percent = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`;
const rows = [];
const row = (what, ...figures) => rows.push([what, ...figures]);

function tell(what, times, beside) {
  row(what, `p50 ${ms(quantile(times, 0.5))}`, `p95 ${ms(quantile(times, 0.95))}`, beside ?? '');
}

try {
  const page = await openEditor(browser, product, { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 });
  const { one, sixty } = await openingTimes(page, product);
  tell('open a design of one block', one);
  tell('open a design of 60 blocks', sixty, `${(quantile(sixty, 0.5) / quantile(one, 0.5)).toFixed(2)} times that`);
  for (const { blocks, moving, dragging } of await dragAmongMany(page.context(), product)) {
    const late = ({ costs }) => percent(costs.filter((cost) => cost > 1000 / 60).length, costs.length);
    row(`frames over 16.7 ms, dragging among ${blocks} blocks`, late(dragging), `p50 ${ms(quantile(dragging.costs, 0.5))}`, `${late(moving)} when the pointer only moves`);
  }
  tell('a key typed on the page, until it is painted', await typingLatency(page.context(), product));
  const { cold, warm } = await layoutTimes(page);
  tell('layout of a certificate, every text new', cold, 'goal 0.5 ms');
  tell('layout of the same certificate again', warm);
  const { plain, embed } = await embedAndPlain(browser, page, product);
  tell('the editor in the dashboard, from its address', plain);
  tell('the design maker in the frame of another product', embed, `${(quantile(embed, 0.5) / quantile(plain, 0.5)).toFixed(2)} times that`);
  const { bytes, paints } = await visit(browser, product, await credentialPath(product));
  const kilobytes = (size) => `${Math.round((size ?? 0) / 1000)} KB`;
  const kinds = ['Script', 'Stylesheet', 'Image', 'Font', 'Document'].map((kind) => `${kind.toLowerCase()} ${kilobytes(bytes[kind])}`);
  row('public page of a credential', `${kilobytes(bytes.all)} in ${bytes.requests} requests`, kinds.join(', '), 'goals 300 KB, script 150 KB');
  tell('largest paint of it on slow 4G with a quarter of the processor', paints, 'goal 2.5 s');
  const { wallet, plain: list, profile } = await walletAndPlain(browser, product);
  tell('the same 500 credentials as a list of plain HTML', list);
  tell('all cards of a wallet with 500 credentials', wallet, `${(quantile(wallet, 0.5) / quantile(list, 0.5)).toFixed(2)} times that`);
  const shown = await visit(browser, product, profile);
  row('public profile', `${kilobytes(shown.bytes.all)} in ${shown.bytes.requests} requests`, `${kilobytes(shown.bytes.Script)} of script`, '');
  tell('largest paint of it on slow 4G with a quarter of the processor', shown.paints);
} finally {
  await Promise.allSettled([browser.close(), product.stop()]);
}
const widths = rows[0].map((_, i) => Math.max(...rows.map((cells) => cells[i].length)));
process.stdout.write(`\n${rows.map((cells) => cells.map((cell, i) => cell.padEnd(widths[i])).join('  ')).join('\n')}\n`);
