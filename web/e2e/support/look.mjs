import { settled } from './settled.mjs';

const STORED = 'laurel.language';

/** Opens a screen and waits for its content. */
export async function open(page, screen, facts) {
  await page.goto(screen.path(facts));
  await settled(page);
  await screen.open?.(page, facts);
}

/** Switches the language by its menu; where a screen shows none, it is opened again with the language chosen before. */
export async function speak(page, language, screen, facts) {
  const menu = page.locator('button:has(.tabler-icon-language)');
  if (screen.open || (await menu.count()) === 0) {
    await page.evaluate(([key, value]) => window.localStorage.setItem(key, value), [STORED, language]);
    await open(page, screen, facts);
  } else {
    await menu.click();
    await page.locator(`[role=menuitem][lang="${language}"]`).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }
  await page.waitForFunction((value) => document.documentElement.lang === value, language);
  await settled(page);
}

/** Makes the system light or dark, and waits until the page has followed. */
export async function wear(page, scheme) {
  await page.emulateMedia({ colorScheme: scheme });
  await page.waitForFunction((value) => document.documentElement.dataset.mantineColorScheme === value, scheme);
  // Colours that are still on their way would be judged as they pass by.
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.race([
      Promise.allSettled(ending.map((animation) => animation.finished)),
      new Promise((resolve) => setTimeout(resolve, 2_000)), // one that was paused
    ]);
  });
}
