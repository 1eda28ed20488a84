import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'vite';
import { certificate } from './certificate.mjs';
import { quiet } from './quiet.mjs';

/** The time to lay one certificate out, in the browser with its own measuring: with values never seen, and with known ones. */
export async function layoutTimes(page) {
  const outDir = await mkdtemp(join(tmpdir(), 'laurel-bench-'));
  try {
    const entry = join(import.meta.dirname, 'layoutEntry.ts');
    const lib = { entry, formats: ['es'], fileName: () => 'layout.js' };
    await build({ configFile: false, logLevel: 'error', publicDir: false, build: { outDir, lib, minify: false } });
    await page.route('**/bench-layout/*', async (route) => {
      const body = await readFile(join(outDir, basename(new URL(route.request().url()).pathname)));
      await route.fulfill({ contentType: 'text/javascript', body });
    });
    await quiet();
    return await page.evaluate(async (design) => (await import('/bench-layout/layout.js')).measureLayout(design), certificate);
  } finally {
    await rm(outDir, { recursive: true });
  }
}
