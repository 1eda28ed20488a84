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
/** Chrome without windows of its own, which spends no time on drawing tabs and menus, and the whole browser, which also shows PDFs. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome'];
const TIMEOUT_MS = 30_000;

/** One browser for the whole run; every context is a person of its own with nothing remembered. A `whole` browser has a PDF viewer. */
export async function openBrowser(baseURL, { whole = false } = {}) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH || installed(whole ? WHOLE : undefined),
    args: ARGS,
    headless: true,
  });
  const watch = new Watch();
  const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`;

  const person = async ({ language, scheme = 'light', viewport = { width: 1280, height: 900 }, storageState, scripts = true } = {}) => {
    const context = await browser.newContext({
      baseURL,
      userAgent, // visits of programs are not counted
      viewport,
      storageState,
      javaScriptEnabled: scripts,
      colorScheme: scheme,
      locale: language ?? 'en',
      reducedMotion: 'reduce',
      acceptDownloads: true,
    });
    context.setDefaultTimeout(TIMEOUT_MS);
    if (scripts) context.on('page', (page) => watch.attach(page)); // otherwise every script of the page is a failure
    return context;
  };
  const pages = () => browser.contexts().flatMap((context) => context.pages());
  return { person, watch, pages, close: () => browser.close() };
}

/** The first of these browsers that is installed; those without windows first. */
export function installed(names = [...SHELLS, ...WHOLE]) {
  const places = (process.env.PATH ?? '').split(delimiter);
  const found = names.flatMap((name) => places.map((place) => join(place, name))).find((path) => existsSync(path));
  if (!found) throw new Error('no Chrome or Chromium: install it or set CHROME_PATH');
  return found;
}
