import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { installed } from '../../e2e/support/browser.mjs';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.woff2': 'font/woff2', '.svg': 'image/svg+xml' };
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' https://assets.invalid data:; connect-src 'self'";

/** Opens the print page of a build as the server does: every request is answered from the build, none leaves. */
export async function openPrintPage(dist) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH || installed(),
    args: ['--no-sandbox', '--font-render-hinting=none', '--disable-gpu'],
  });
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, deviceScaleFactor: 2 });
  const failures = [];
  page.on('pageerror', (error) => failures.push(error.message));
  page.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
  await page.route('**/*', async (route) => {
    const { host, pathname } = new URL(route.request().url());
    if (host !== 'print.invalid') return route.abort();
    try {
      const body = await readFile(join(dist, pathname));
      const headers = { 'Content-Type': TYPES[extname(pathname)] ?? 'text/plain', 'Content-Security-Policy': CSP };
      return route.fulfill({ body, headers });
    } catch {
      return route.fulfill({ status: 404 });
    }
  });
  await page.goto('https://print.invalid/print.html');
  await page.waitForFunction(() => window.laurelReady === true);
  return { page, failures, close: () => browser.close() };
}
