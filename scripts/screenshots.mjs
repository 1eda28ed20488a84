// Takes the screenshots that the README shows: `make screenshots` builds the program first. It starts bin/laurel with the demo
// department on a fresh data folder, so the pictures never show anybody's data, and writes WebP files to docs/images.
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openBrowser } from '../web/e2e/support/browser.mjs';
import { credentialOf } from '../web/e2e/support/demo.mjs';
import { startProduct } from '../web/e2e/support/product.mjs';
import { signIn } from '../web/e2e/support/session.mjs';
import { settled } from '../web/e2e/support/settled.mjs';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'docs/images');
/** The address that documents and badges name. */
const PUBLIC_URL = 'https://credentials.northlight.example';
const VIEWPORT = { width: 1440, height: 900 };
const MAX_BYTES = 200_000;

/** Tried from the best quality down, until a picture is small enough for a README. */
const QUALITIES = [90, 80, 70, 60, 50];

/** Writes what a page shows as a WebP file with two device pixels per CSS pixel. */
async function capture(page, name) {
  await page.evaluate(() => document.activeElement?.blur());
  await page.mouse.move(2, VIEWPORT.height - 2);
  await page.mouse.move(4, VIEWPORT.height - 4);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDeviceMetricsOverride', { ...VIEWPORT, deviceScaleFactor: 2, mobile: false });
  // Pictures and the canvas are drawn again for the new pixel ratio.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  const file = join(FOLDER, `${name}.webp`);
  for (const quality of QUALITIES) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
    await writeFile(file, Buffer.from(data, 'base64'));
    if ((await stat(file)).size < MAX_BYTES) return;
  }
  throw new Error(`${file} is larger than ${MAX_BYTES} bytes`);
}

/** Waits until a page shows so many pictures, which are rendered when somebody first asks for them. */
async function withPictures(page, count) {
  const shown = (least) =>
    [...document.querySelectorAll('main img')].filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length >= least;
  await page.waitForFunction(shown, count);
}

/** A window that reaches the program under its public address. */
async function window() {
  const context = await browser.person({ language: 'en', viewport: VIEWPORT });
  await context.route(`${PUBLIC_URL}/**`, async (route) => {
    const address = route.request().url().replace(PUBLIC_URL, product.url);
    await route.fulfill({ response: await route.fetch({ url: address, maxRedirects: 0 }) });
  });
  return context.newPage();
}

process.env.LAUREL_PUBLIC_URL = PUBLIC_URL;
const product = await startProduct(process.env.LAUREL_BINARY ?? join(ROOT, 'bin/laurel'));
const browser = await openBrowser(PUBLIC_URL);
try {
  await mkdir(FOLDER, { recursive: true });
  const { url, demo } = product;
  const published = await credentialOf(url, demo, { state: 'published', private: false, query: 'Hartley' });

  const member = await window();
  await signIn(member, demo);
  await member.goto(`/groups/${demo.group_id}?query=en.`);
  await withPictures(member, 10);
  await capture(member, 'dashboard');
  await member.goto(`/designs/${demo.design_id}/edit`);
  await member.locator('[data-canvas]').waitFor();
  await capture(member, 'editor');

  const visitor = await window();
  await visitor.goto(`/${published.encoded_id}`);
  await settled(visitor);
  await capture(visitor, 'public-page');
  await visitor.goto(`/verify?url=${published.encoded_id}`);
  await settled(visitor);
  await capture(visitor, 'verification');
} finally {
  await browser.close();
  await product.stop();
}
