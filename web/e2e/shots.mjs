import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SCREENS, screenFacts } from './screens.mjs';
import { openBrowser } from './support/browser.mjs';
import { open } from './support/look.mjs';
import { signIn } from './support/session.mjs';

const SIZES = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
];

/** Takes a picture of every screen in both sizes, both colour schemes, and each language, to be looked at by people. */
export async function takeShots({ url, demo }, folder, languages) {
  await mkdir(folder, { recursive: true });
  const browser = await openBrowser(url);
  try {
    const first = await browser.person();
    await signIn(await first.newPage(), demo);
    const storageState = await first.storageState();
    const facts = await screenFacts(url, demo);
    for (const language of languages)
      for (const scheme of ['light', 'dark'])
        for (const { name, ...viewport } of SIZES) {
          const look = [language, scheme, name].join('-');
          const inside = await browser.person({ language, scheme, viewport, storageState });
          const outside = await browser.person({ language, scheme, viewport });
          for (const screen of SCREENS) {
            const page = await (screen.signedIn ? inside : outside).newPage();
            await open(page, screen, facts);
            await page.screenshot({ path: join(folder, `${screen.name}-${look}.png`), fullPage: name === 'phone' });
            await page.close();
          }
          await inside.close();
          await outside.close();
        }
    for (const problem of browser.watch.problems) process.stdout.write(`${problem}\n`);
  } finally {
    await browser.close();
  }
}
