import assert from 'node:assert/strict';
import { HtmlValidate } from 'html-validate/node';
import { violations } from '../support/page-checks.mjs';

const NAME = 'Loom delivery';

/** What mail programs need and today's HTML does without. */
const lint = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    'no-inline-style': 'off',
    'no-deprecated-attr': 'off',
    'attribute-boolean-style': 'off',
    'no-implicit-close': 'error',
    'long-title': 'off',
    'doctype-style': 'off',
    'void-style': 'off',
    'no-trailing-whitespace': 'off',
    'attribute-empty-style': 'off',
    'element-permitted-content': 'error',
    'close-order': 'error',
    'no-conditional-comment': 'off',
    'prefer-native-element': 'off',
    'no-raw-characters': 'error',
    'text-content': 'off',
    'tel-non-breaking': 'off',
    'meta-refresh': 'off',
    'valid-id': 'off',
    'wcag/h63': 'off',
    'wcag/h37': 'error',
  },
});

const frameOf = (page) => page.frameLocator('iframe[title="Preview of the email"]');

export const tests = [
  [
    'creates a template that begins with the default text',
    async ({ admin }) => {
      const page = await admin();
      await page.goto('/settings/email');
      await page.getByRole('tab', { name: 'Templates' }).click();
      await page.waitForURL('**/settings/email/templates');
      await page.getByRole('button', { name: 'New template' }).click();
      const form = page.getByRole('dialog', { name: 'New template' });
      await form.getByLabel('Name').fill(NAME);
      assert.deepEqual(await violations(page), []);
      await form.getByRole('button', { name: 'Create template' }).press('Enter');
      await page.waitForURL(/templates\/\d+$/);
      await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
      await frameOf(page).getByText('your credential is ready').waitFor();
      assert.deepEqual(await violations(page), []);
    },
  ],
  [
    'the emails that were sent are valid HTML',
    async ({ url }) => {
      const list = await (await fetch(`${url}/dev/mail`)).text();
      const ids = [...new Set([...list.matchAll(/\/dev\/mail\/(\d+)/g)].map(([, id]) => id))].slice(0, 40);
      assert.ok(ids.length > 1, 'too few emails to judge');
      for (const id of ids) {
        const report = await lint.validateString(await (await fetch(`${url}/dev/mail/${id}/html`)).text());
        const messages = report.results.flatMap(({ messages: all }) =>
          all.map(({ ruleId, message, line }) => `${line} ${ruleId}: ${message}`),
        );
        assert.deepEqual(messages, [], `email ${id}`);
      }
    },
  ],
];
