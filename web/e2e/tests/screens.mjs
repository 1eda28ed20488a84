import assert from 'node:assert/strict';
import { SCREENS, screenFacts } from '../screens.mjs';
import { open, speak, wear } from '../support/look.mjs';
import { rawKeys, violations } from '../support/page-checks.mjs';
import { settled } from '../support/settled.mjs';

/**
 * Every screen is seen in each of these. What the second could show that the first does not is in its colours alone: names, roles and
 * order are the same in every language, and that no language lacks a word is tested beside the words.
 */
const LOOKS = [
  { language: 'en', direction: 'ltr', scheme: 'light' },
  { language: 'ar', direction: 'rtl', scheme: 'dark', rules: ['color-contrast'] },
];
const state = {};

async function faults(page, { language, direction, scheme, rules }) {
  const found = [];
  const turned = await page.evaluate(() => [document.documentElement.dir, getComputedStyle(document.body).direction]);
  if (turned.some((value) => value !== direction)) found.push(`${language}: runs ${turned.join(', ')}`);
  found.push(...(await rawKeys(page)).map((key) => `${language}: ${key} is no word`));
  await wear(page, scheme);
  return [...found, ...(await violations(page, rules)).map((line) => `${language}, ${scheme}: ${line}`)];
}

/** One window for all screens of the administrator and one for those of everybody: each new one would load the whole program anew. */
async function windowFor(screen, { browser, admin }) {
  const name = screen.signedIn ? 'inside' : 'outside';
  const page = state[name] ?? (screen.signedIn ? await admin({ kept: true }) : await (await browser.person()).newPage());
  delete state[name];
  return { page, keep: () => Object.assign(state, { [name]: page }) };
}

async function examine(screen, world) {
  const { url, demo, watch } = world;
  for (const address of ['k0nothing9', '/nothing/here', '/directory/northlight']) watch.allow(404, address);
  watch.allow(422, '/issuer_login/invitation');
  state.facts ??= await screenFacts(url, demo);
  watch.allow(403, state.facts.secret.uuid);
  // A window in which something went wrong is not taken again.
  const { page, keep } = await windowFor(screen, world);
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, screen, state.facts);
  const found = [];
  for (const look of LOOKS) {
    if (look.language !== 'en') await speak(page, look.language, screen, state.facts);
    found.push(...(await faults(page, look)));
  }
  await page.evaluate(() => window.localStorage.removeItem('laurel.language'));
  assert.equal(found.join('\n'), '');
  keep();
}

export const tests = [
  [
    'turns the page around when somebody chooses Arabic, and back',
    async ({ admin }) => {
      const page = await admin();
      await page.goto('/');
      await settled(page);
      const side = () => page.getByRole('navigation').first().boundingBox();
      const left = await side();
      await page.getByRole('button', { name: 'Language' }).click();
      await page.getByRole('menuitem', { name: 'العربية' }).click();
      await page.getByRole('link', { name: 'المجموعات' }).first().waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.lang), 'ar');
      const right = await side();
      assert.ok(left.x === 0 && right.x > 900, `the places went from ${left.x} to ${right.x}`);
      await page.getByRole('button', { name: 'اللغة' }).click();
      await page.getByRole('menuitem', { name: 'English' }).click();
      await page.getByRole('link', { name: 'Groups' }).first().waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.dir), 'ltr');
    },
  ],
  ...SCREENS.map((screen) => [
    `${screen.name}: speaks two languages, is accessible in light and dark`,
    (world) => examine(screen, world),
  ]),
];
