import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import { Watch } from './watch.mjs';

const ARGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chromium-headless-shell', 'chrome-headless-shell'];
const TIMEOUT_MS = 30_000;

/** One browser for the whole run; every context is a person of its own with nothing remembered. */
export async function openBrowser(baseURL) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH || installed(),
    args: ARGS,
    headless: true,
  });
  const watch = new Watch();

  const person = async ({ language, scheme = 'light', viewport = { width: 1280, height: 900 }, storageState } = {}) => {
    const context = await browser.newContext({
      baseURL,
      viewport,
      storageState,
      colorScheme: scheme,
      locale: language ?? 'en',
      reducedMotion: 'reduce',
      acceptDownloads: true,
    });
    context.setDefaultTimeout(TIMEOUT_MS);
    context.on('page', (page) => watch.attach(page));
    return context;
  };
  const pages = () => browser.contexts().flatMap((context) => context.pages());
  return { person, watch, pages, close: () => browser.close() };
}

/** The first browser there is, of those that the set-up accepts. */
export function installed() {
  const places = (process.env.PATH ?? '').split(delimiter);
  const found = NAMES.flatMap((name) => places.map((place) => join(place, name))).find((path) => existsSync(path));
  if (!found) throw new Error('no Chrome or Chromium: install it or set CHROME_PATH');
  return found;
}
