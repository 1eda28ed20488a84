// Tests the built program in a real browser: `node e2e/run.mjs [binary]`, after a build.
// `--only TEXT` runs the tests whose name has the text, `--part job` or `--part editor` one half of them. `--shots FOLDER` takes pictures of every screen instead, in the
// languages of `--languages en,ar`.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct } from './support/product.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    shots: { type: 'string' },
    languages: { type: 'string', default: 'en,ar' },
    only: { type: 'string' },
    part: { type: 'string' },
  },
});
const binary = positionals[0] ?? process.env.LAUREL_BINARY ?? join(import.meta.dirname, '../../bin/laurel');

const product = await startProduct(binary, values.part === 'editor' ? { queues: 'default,mail' } : {});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void product.stop().finally(() => process.exit(130)));
try {
  if (values.shots) {
    const { takeShots } = await import('./shots.mjs');
    await takeShots(product, values.shots, values.languages.split(','));
  } else {
    const { runTests } = await import('./tests/index.mjs');
    process.exitCode = (await runTests(product, values)) ? 0 : 1;
  }
} finally {
  await product.stop();
}
