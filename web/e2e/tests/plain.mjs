import assert from 'node:assert/strict';
import { api } from '../support/api.mjs';
import { credentialOf } from '../support/demo.mjs';
import { mailTo } from '../support/mail.mjs';
import { violations } from '../support/page-checks.mjs';

const ZOE = { name: 'Zoé Plain', email: 'zoe@plain.example' };

/** Checks a page that runs no scripts in another that does: the checker is one. */
async function accessible(page, browser) {
  const html = (await page.content()).replace(/<script[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>|<\/?noscript>/g, '');
  const context = await browser.person();
  const copy = await context.newPage();
  await copy.setContent(html);
  assert.equal((await violations(copy)).join('\n'), '');
  await context.close();
}

const heading = (page, name, level = 1) => page.getByRole('heading', { name, level }).waitFor();

export const tests = [
  [
    'verifies a link without scripts',
    async ({ url, demo, browser }) => {
      const one = await credentialOf(url, demo, { state: 'published', private: false });
      const context = await browser.person({ scripts: false });
      const page = await context.newPage();
      await page.goto('/verify');
      await accessible(page, browser);
      await page.getByLabel('Link, ID or credential').fill(`${url}/${one.uuid}`);
      await page.getByRole('button', { name: 'Verify', exact: true }).click();
      await heading(page, 'This credential is valid', 2);
      await accessible(page, browser);
      const file = await (await fetch(`${url}/v1/openbadges/credentials/${one.uuid}`)).text();
      await page.getByLabel('File').setInputFiles({ name: 'badge.json', mimeType: 'application/json', buffer: Buffer.from(file) });
      await page.getByRole('button', { name: 'Verify file' }).click();
      await heading(page, 'This credential is valid', 2);
      await page.getByRole('link', { name: 'Open its page' }).click();
      await heading(page, one.name);
      await context.close();
    },
  ],
  [
    'claims and finds credentials without scripts',
    async ({ url, demo, browser }) => {
      const { claim_link: link } = await api(url, demo.api_key)('POST', '/claim_links', { claim_link: { group_id: demo.group_id, name: 'Plain' } });
      const context = await browser.person({ scripts: false, viewport: { width: 390, height: 844 } });
      const page = await context.newPage();
      await page.goto(link.url);
      await accessible(page, browser);
      await page.getByLabel('Name').fill(ZOE.name);
      await page.getByLabel('Email address').fill(ZOE.email);
      await page.waitForTimeout(3500); // nobody fills a form in faster
      await page.getByRole('button', { name: 'Request credential' }).click();
      await heading(page, 'Check your email', 2);
      await page.goto((await mailTo(url, ZOE.email, 'Confirm your email address')).links[0]);
      await page.getByRole('button', { name: 'Confirm address' }).click();
      await heading(page, 'Your credential has been issued', 2);
      await page.goto('/retrieve');
      await accessible(page, browser);
      await context.close();
    },
  ],
];
