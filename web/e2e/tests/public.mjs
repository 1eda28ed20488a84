import assert from 'node:assert/strict';
import { credentialOf } from '../support/demo.mjs';
import { weigh } from '../support/weight.mjs';

/** What the page of a credential may load, packed, in bytes. The goal is 150 KB of script, and 300 KB in all on a telephone. */
const MOST_SCRIPT = 149_000;
const MOST = 300_000;

const heading = (page, name) => page.getByRole('heading', { name, level: 1 }).waitFor();

export const tests = [
  [
    'lets no string become markup or a script of another host',
    async ({ browser, watch }) => {
      watch.allowConsole('The action has been blocked.');
      const page = await (await browser.person()).newPage();
      await page.goto('/sign-in');
      await heading(page, 'Sign in');
      const refused = await page.evaluate(() => {
        const isRefused = (use) => {
          try {
            use();
            return false;
          } catch (error) {
            return error instanceof TypeError || error instanceof EvalError;
          }
        };
        return [
          isRefused(() => Object.assign(document.createElement('div'), { innerHTML: '<img>' })),
          isRefused(() => Object.assign(document.createElement('script'), { src: 'https://scripts.example/a.js' })),
          isRefused(() => Object.assign(document.createElement('script'), { text: '1' })),
          isRefused(() => window.trustedTypes.createPolicy('another', {})),
          isRefused(() => Object.assign(document.createElement('style'), { innerHTML: '* { color: red; }' })),
        ];
      });
      assert.deepEqual(refused, [true, true, true, true, false]);
    },
  ],
  [
    'keeps a private credential behind its key',
    async ({ url, demo, browser, watch }) => {
      const secret = await credentialOf(url, demo, { private: true });
      watch.allow(403, secret.uuid);
      const page = await (await browser.person()).newPage();
      await page.goto(`/${secret.uuid}`);
      await heading(page, 'This credential is private');
      assert.ok(!(await page.content()).includes(secret.recipient.name), 'the name shows without the key');
      await page.goto(`/${secret.uuid}?key=wrong`);
      await heading(page, 'This credential is private');
      await page.goto(`/${secret.uuid}?key=${secret.private_key}`);
      await page.getByText(`Awarded to ${secret.recipient.name}`).waitFor();
      await page.getByRole('link', { name: 'Verify', exact: true }).click();
      await page.getByRole('heading', { name: 'Verify a credential' }).waitFor();
      await page.getByText('Name not disclosed').waitFor();
      assert.ok(!page.url().includes(secret.private_key), 'the link to the verification carries the key');
      await page.goto(`/verify?url=${encodeURIComponent(`${url}/${secret.uuid}?key=${secret.private_key}`)}`);
      await page.waitForURL((at) => !at.href.includes(secret.private_key));
    },
  ],
  [
    'marks an expired credential as expired',
    async ({ url, demo, browser }) => {
      const expired = await credentialOf(url, demo, { state: 'expired', private: false });
      const page = await (await browser.person()).newPage();
      await page.goto(`/${expired.encoded_id}`);
      await page.getByText('expired.').waitFor();
    },
  ],
  [
    'says so when there is nothing at an address',
    async ({ browser, watch }) => {
      watch.allow(404, 'k0nothing9');
      watch.allow(404, '/nothing/here');
      const page = await (await browser.person()).newPage();
      assert.equal((await page.goto('/k0nothing9')).status(), 404);
      await heading(page, 'Credential not found');
      await page.goto('/nothing/here');
      await heading(page, 'Page not found');
    },
  ],
  [
    'is small',
    async ({ url, demo, browser }) => {
      const one = await credentialOf(url, demo, { state: 'published', private: false });
      const context = await browser.person();
      await weigh(context, `/${one.uuid}`); // draws its pictures
      const fresh = await browser.person({ viewport: { width: 412, height: 823 } });
      const bytes = await weigh(fresh, `/${one.uuid}`);
      assert.ok(bytes.Script > 0 && bytes.Script <= MOST_SCRIPT && bytes.all <= MOST, JSON.stringify(bytes));
      await context.close();
      await fresh.close();
    },
  ],
  [
    'leads from the page of a credential to the pages of the application',
    async ({ url, demo, browser }) => {
      const one = await credentialOf(url, demo, { state: 'published', private: false });
      const page = await (await browser.person()).newPage();
      await page.goto(`/${one.uuid}`);
      await page.getByRole('link', { name: 'Contact' }).first().click();
      await page.waitForURL(/\/contact/);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.goBack();
      await page.getByText(`Awarded to ${one.recipient.name}`).waitFor();
    },
  ],
  [
    'tells its facts without scripts',
    async ({ url, demo }) => {
      const one = await credentialOf(url, demo, { state: 'published', private: false });
      const html = await (await fetch(`${url}/${one.uuid}`)).text();
      for (const words of [one.recipient.name, one.name, 'og:image', 'og:title']) assert.ok(html.includes(words), words);
    },
  ],
];
