import { credentialOf } from '../support/demo.mjs';
import { weigh } from '../support/weight.mjs';
import { quiet } from './quiet.mjs';

const ROUNDS = 5;
/** Chrome's “Slow 4G”, in bytes and milliseconds. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: (1.6e6 / 8) * 0.9, uploadThroughput: (750e3 / 8) * 0.9 };

/** The path of a public credential. */
export async function credentialPath({ url, demo }) {
  const { uuid } = await credentialOf(url, demo, { state: 'published', private: false });
  return `/${uuid}`;
}

/** What a public page weighs, and its largest contentful paint on a slow telephone, with nothing cached. */
export async function visit(browser, { url }, path) {
  const fresh = async (work) => {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 });
    try {
      return await work(context);
    } finally {
      await context.close();
    }
  };
  await fresh((context) => weigh(context, path)); // draws its pictures
  const bytes = await fresh((context) => weigh(context, path));
  await quiet();
  const paints = [];
  for (let round = 0; round < ROUNDS; round++) paints.push(await fresh((context) => largestPaint(context, path)));
  return { bytes, paints };
}

async function largestPaint(context, path) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime));
        observer.observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
}
