// Tests the built program in a real browser: `node e2e/run.mjs [binary]`, after a build.
// `--only TEXT` runs the tests whose name has the text, `--lanes N` with N products and browsers at once. `--shots FOLDER` takes pictures of every
// screen instead, in the languages of `--languages en,ar`.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct } from './support/product.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    shots: { type: 'string' },
    languages: { type: 'string', default: 'en,ar' },
    only: { type: 'string' },
    lanes: { type: 'string', default: '2' },
  },
});
const binary = positionals[0] ?? process.env.LAUREL_BINARY ?? join(import.meta.dirname, '../../bin/laurel');

const products = new Set();
const start = async () => {
  const product = await startProduct(binary);
  products.add(product);
  return product;
};
const stopAll = () => Promise.all([...products].map((product) => product.stop()));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stopAll().finally(() => process.exit(130)));
try {
  if (values.shots) {
    const { takeShots } = await import('./shots.mjs');
    await takeShots(await start(), values.shots, values.languages.split(','));
  } else {
    const { runTests } = await import('./tests/index.mjs');
    process.exitCode = (await runTests(start, { only: values.only, lanes: Number(values.lanes) })) ? 0 : 1;
  }
} finally {
  await stopAll();
}
