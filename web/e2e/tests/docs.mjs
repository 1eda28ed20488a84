import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { api } from '../support/api.mjs';
import { violations } from '../support/page-checks.mjs';

const run = promisify(execFile);
const CALL = '/docs/api/credentialCreate';

/** How the examples of each language are run. */
const LANGUAGES = {
  curl: { program: 'sh', file: 'example.sh', needs: 'curl' },
  Go: { program: 'go', args: ['run'], file: 'example.go', needs: 'go' },
  TypeScript: { program: process.execPath, file: 'example.mts', needs: 'sh' },
  Python: { program: 'python3', file: 'example.py', needs: 'python3' },
  PHP: { program: 'php', file: 'example.php', needs: 'php' },
};
const there = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

async function visitor({ browser }, width, more = {}) {
  const context = await browser.person({ viewport: { width, height: 844 }, ...more });
  return context.newPage();
}

const box = async (page, selector) => (await page.locator(selector).first().boundingBox()) ?? { x: 0, y: 0, width: 0 };

export const tests = [
  [
    'stands in three columns from 1,200 px, in one below, and can be read at every width',
    async (world) => {
      for (const width of [1440, 1200, 1199, 1024, 768, 390]) {
        const page = await visitor(world, width);
        await page.goto(CALL);
        await page.getByRole('heading', { name: 'Request body' }).waitFor();
        const [head, examples, meaning] = await Promise.all([box(page, 'article header'), box(page, 'article aside'), box(page, 'article dd')]);
        const contents = await page.getByRole('navigation', { name: 'API calls' }).isVisible();
        assert.deepEqual([contents, examples.x > head.x + head.width], width >= 1200 ? [true, true] : [false, false], `at ${width} px`);
        assert.ok(meaning.width >= Math.min(330, width - 40), `the meaning of a field is ${meaning.width} px wide at ${width} px`);
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(sideways <= 0, `the page is ${sideways} px too wide at ${width} px`);
        if (width === 390) {
          await page.getByRole('button', { name: 'Contents' }).click();
          await page.getByRole('navigation', { name: 'API calls' }).getByRole('link', { name: 'API changelog' }).click();
          await page.getByRole('heading', { level: 1, name: 'API changelog' }).waitFor();
        }
      }
    },
  ],
  [
    'finds calls and fields by the keyboard alone',
    async (world) => {
      const page = await visitor(world, 1280);
      await page.goto('/docs/api');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('plain_contract');
      await page.getByRole('status').filter({ hasText: 'match' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/docs\/api\/embedSettings/);
      assert.deepEqual(await violations(page), []);
    },
  ],
  [
    'opens at the field, the errors and the language that an address names',
    async (world) => {
      const page = await visitor(world, 1280, { scheme: 'dark' });
      await page.goto(`${CALL}?lang=python#response.credential.recipient.email`);
      await page.locator('[id="response.credential.recipient.email"]').waitFor();
      await page.waitForFunction(() => {
        const { top } = document.getElementById('response.credential.recipient.email').getBoundingClientRect();
        return top >= 0 && top < window.innerHeight;
      });
      assert.match(await page.locator('article pre').first().textContent(), /^import os/);
      await page.getByRole('heading', { name: 'Errors' }).getByRole('link').click();
      assert.equal(new URL(page.url()).hash, '#errors');
      await page.getByText('Too many requests').waitFor();
      assert.deepEqual(await violations(page), []);
    },
  ],
  [
    'has a start whose examples run as they are, in every language that this machine has',
    async (world) => {
      const call = api(world.url, world.demo.api_key);
      const page = await visitor(world, 1280);
      const folder = await mkdtemp(join(tmpdir(), 'laurel-start-'));
      const env = { ...process.env, LAUREL_KEY: world.demo.api_key, GO111MODULE: 'off', GOFLAGS: '' };
      const gone = async () => {
        await call('DELETE', '/credentials/weaving-2026-ada').catch(({ status }) => assert.equal(status, 404));
        const { groups } = await call('POST', '/issuer/groups/search', { name: 'Weaving 2026' });
        for (const { id } of groups) await call('DELETE', `/issuer/groups/${id}`);
      };
      try {
        for (const [language, { program, args = [], file }] of Object.entries(LANGUAGES).filter(([, { needs }]) => there(needs))) {
          await gone();
          await page.goto(`/docs/api?lang=${language.toLowerCase()}`);
          await page.getByRole('heading', { name: 'Create an API key' }).waitFor();
          const [, ...examples] = await page.locator('article ol pre').allTextContents();
          assert.equal(examples.length, 4);
          let said = '';
          for (const example of examples) {
            await writeFile(join(folder, file), example);
            const { stdout } = await run(program, [...args, file], { cwd: folder, env });
            said = stdout;
          }
          const { credential } = await call('GET', '/credentials/weaving-2026-ada');
          assert.deepEqual([credential.state, credential.approve], ['published', true], language);
          const [address] = /http[^"'\s]+generated_pdf[^"'\s]+/.exec(said.replaceAll('\\/', '/')) ?? [];
          assert.ok(address, `${language}: ${said}`);
          const pdf = Buffer.from(await (await fetch(address)).arrayBuffer());
          assert.equal(pdf.subarray(0, 4).toString(), '%PDF', language);
        }
        await gone();
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  ],
];
