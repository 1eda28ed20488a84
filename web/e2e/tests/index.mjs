import { stripVTControlCharacters } from 'node:util';
import { openBrowser } from '../support/browser.mjs';
import { signIn } from '../support/session.mjs';

/** The suites in two parts that need nothing of each other, so that two browsers can go through them at once. */
const PARTS = {
  job: ['main-job', 'downloads', 'exports', 'imports', 'openbadges', 'verify', 'standing', 'names', 'references', 'evidence', 'bulk', 'tray', 'lives', 'publish-check', 'account', 'public', 'plain', 'claims', 'forms', 'colleague', 'team', 'approvals', 'screens', 'visits', 'docs', 'recipients', 'passkeys', 'wallet', 'collections', 'imported', 'profile', 'wallet-apps', 'people', 'audit', 'sessions', 'mfa', 'issuer-passkeys', 'sso', 'insights', 'email', 'email-schedule', 'scheduled-reports', 'organizations', 'email-templates'],
  editor: ['editor', 'editor-shell', 'editor-canvas', 'editor-blocks', 'editor-preview', 'fonts', 'embed'],
};

/** Suites whose tests tell one story: what failed there cannot be told again from the middle. */
const STORIES = new Set(['main-job', 'downloads', 'account', 'colleague', 'team', 'approvals', 'recipients', 'mfa', 'sso', 'email', 'email-schedule', 'scheduled-reports', 'organizations', 'email-templates']);

/** Runs the tests of one part, or all, in turn against one running product; true when none failed. */
export async function runTests({ url, binary, data, demo, google, log }, { only = '', part = '' }) {
  const browser = await openBrowser(url);
  const world = { url, binary, data, demo, google, browser, watch: browser.watch, ...administrator(browser, demo) };
  world.inWholeBrowser = async (test) => {
    const whole = await openBrowser(url, { whole: true });
    try {
      await test({ ...world, browser: whole, watch: whole.watch, ...administrator(whole, demo) });
      return whole.watch.problems;
    } finally {
      await whole.close();
    }
  };
  let passed = 0;
  let failed = 0;
  try {
    for (const suite of part ? PARTS[part] : Object.values(PARTS).flat()) {
      const { tests } = await import(`./${suite}.mjs`);
      for (const [name, test] of tests) {
        if (!`${suite}: ${name}`.includes(only)) continue;
        const started = performance.now();
        let failures = await outcome(test, world);
        if (failures.length > 0 && !STORIES.has(suite)) {
          // A machine that is busy for a moment fails no test; what is wrong fails twice.
          process.stdout.write(`again ${suite}: ${name}\n${failures.map(indent).join('\n')}\n`);
          failures = await outcome(test, world);
        }
        const seconds = ((performance.now() - started) / 1000).toFixed(1);
        process.stdout.write(`${failures.length > 0 ? 'FAILED' : 'ok'} ${suite}: ${name} (${seconds} s)\n`);
        for (const failure of failures) process.stdout.write(`${indent(failure)}\n`);
        if (failures.length > 0) failed++;
        else passed++;
      }
    }
  } finally {
    await browser.close();
  }
  if (failed > 0) process.stdout.write(`${indent(complaints(log()))}\n`);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0;
}

const TEST_MS = 5 * 60_000;

/** Rejects for a test that waits for something without end. */
async function withinTime(test) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`did not end within ${TEST_MS / 60_000} minutes`)), TEST_MS);
  });
  try {
    await Promise.race([test, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What made a test fail: what it found itself, and anything that went wrong in the browser meanwhile. */
async function outcome(test, world) {
  world.watch.begin();
  const failures = [];
  try {
    await withinTime(test(world));
  } catch (error) {
    const place = error.stack.split('\n').find((line) => line.includes('/e2e/tests/'));
    failures.push(stripVTControlCharacters(`${error.message}\n${place?.trim() ?? error.stack}`));
    failures.push(...(await Promise.all(world.browser.pages().map(shown))));
  }
  failures.push(...world.watch.problems.map((problem) => `in the browser: ${problem}`));
  await world.leave();
  return failures;
}

/**
 * Opens pages as the demo's administrator, who signs in once for all of them. Those that a test does not keep are closed after it:
 * the editors of all tests would go on working, each beside the next. A test that ends the administrator's session calls `signedOut`.
 */
function administrator(browser, demo) {
  let context;
  let since = 0;
  const open = new Set();
  const admin = async ({ kept = false } = {}) => {
    // A session is asked for a proof of who the person is 15 minutes after it began.
    if (!context || Date.now() - since > 10 * 60_000) {
      context = await browser.person();
      since = Date.now();
      const page = await context.newPage();
      await signIn(page, demo);
      await page.close();
    }
    const page = await context.newPage();
    if (!kept) open.add(page);
    return page;
  };
  const leave = async () => {
    await Promise.all([...open].map((page) => page.close()));
    open.clear();
  };
  const signedOut = () => {
    context = undefined;
  };
  return { admin, leave, signedOut };
}

const SHOWN_LINES = 40;
const SHOWN_MS = 2_000;

/** What a page shows when a test failed: its address, the element with focus and the beginning of its accessibility tree. */
async function shown(page) {
  const focus = () => document.activeElement?.outerHTML.slice(0, 200);
  const looks = [page.evaluate(focus), page.locator('body').ariaSnapshot({ timeout: SHOWN_MS })];
  const timeout = new Promise((resolve) => setTimeout(resolve, SHOWN_MS, 'did not answer'));
  const [focused, tree] = await Promise.all(looks.map((look) => Promise.race([look, timeout]).catch((error) => error.message)));
  return `open page: ${page.url()}\nfocus: ${focused}\n${tree.split('\n').slice(0, SHOWN_LINES).join('\n')}`;
}

const indent = (text) => text.replace(/^/gm, '    ');

/** What the program said that is more than the daily round. */
const complaints = (log) =>
  log
    .split('\n')
    .filter((line) => !/level=(?:INFO|DEBUG)/.test(line))
    .slice(-20)
    .join('\n');
