import assert from 'node:assert/strict';
import { HtmlValidate } from 'html-validate/node';
import { mailTo } from '../support/mail.mjs';
import { violations } from '../support/page-checks.mjs';

const NAME = 'Loom delivery';
const state = {};

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

async function choose(page, label, option) {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const frameOf = (page) => page.frameLocator('iframe[title="Preview of the email"]');

export const tests = [
  [
    'creates a template that begins with the default text',
    async ({ admin }) => {
      const page = await admin({ kept: true });
      state.page = page;
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
    'edits blocks, tags and languages, and takes steps back',
    async () => {
      const { page } = state;
      const subject = page.getByLabel('Subject', { exact: true });
      await subject.fill('Woven for ');
      await page.getByRole('button', { name: 'Insert tag' }).first().click();
      await page.getByRole('menuitem', { name: '[recipient.name]' }).click();
      assert.equal(await subject.inputValue(), 'Woven for [recipient.name]');
      const text = page.getByRole('textbox', { name: 'Text', exact: true }).and(page.locator('[contenteditable]')).first();
      await text.click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' Congratulations.');
      await frameOf(page).getByText('Congratulations.').waitFor();
      await page.getByRole('button', { name: 'Add block' }).click();
      await page.getByRole('menuitem', { name: 'Divider' }).click();
      const blocks = page.getByRole('list', { name: 'Blocks' }).locator('> li');
      const count = await blocks.count();
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      assert.equal(await blocks.count(), count - 1);
      await page.getByRole('button', { name: 'Redo', exact: true }).click();
      assert.equal(await blocks.count(), count);
      const handle = page.getByRole('button', { name: 'Move Divider' });
      await handle.focus();
      await page.keyboard.press('Space');
      await page.getByText(`Lifted, position ${count} of ${count}`).first().waitFor({ state: 'attached' });
      await page.keyboard.press('ArrowUp');
      await page.getByText(`Position ${count - 1} of ${count}`).first().waitFor({ state: 'attached' });
      await page.keyboard.press('Space');
      await blocks.nth(count - 2).getByText('Divider', { exact: true }).waitFor();
      await choose(page, 'Add language', 'العربية');
      await frameOf(page).locator('html[dir="rtl"]').waitFor({ state: 'attached' });
      assert.deepEqual(await violations(page), []);
    },
  ],
  [
    'names what is missing, and saves once it is there',
    async ({ watch }) => {
      const { page } = state;
      await choose(page, 'Language', 'English');
      const link = page.getByRole('textbox', { name: 'Link', exact: true }).first();
      await link.fill('https://weaving.example');
      await page.getByText('Add the missing tags: [credential.url]').first().waitFor();
      watch.allow(422, '/email_templates/');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const refused = page.getByRole('alertdialog').or(page.getByRole('dialog'));
      await refused.getByText('[credential.url]').first().waitFor();
      await page.keyboard.press('Escape');
      await link.fill('[credential.url]');
      await page.getByRole('tab', { name: 'Style' }).click();
      await page.getByLabel('Text', { exact: true }).fill('#cccccc');
      await page.getByText(/at least 4.5 : 1 is needed/).first().waitFor();
      await page.getByLabel('Text', { exact: true }).fill('#222222');
      await page.getByRole('tab', { name: 'Settings' }).click();
      await page.getByLabel('Active').press('Space');
      assert.deepEqual(await violations(page), []);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Email template saved').first().waitFor();
    },
  ],
  [
    'previews dark, on a phone and as text, and mails the preview',
    async ({ demo, url }) => {
      const { page } = state;
      await page.getByRole('radio', { name: 'Dark' }).press('Space');
      await frameOf(page).locator('body[style*="#121614"]').waitFor({ state: 'attached' });
      await page.getByText('Phone', { exact: true }).click();
      assert.ok((await page.locator('iframe[title="Preview of the email"]').boundingBox()).width <= 375);
      await page.getByText('Plain text', { exact: true }).last().click();
      await page.getByText('Congratulations.').first().waitFor();
      await page.getByRole('button', { name: 'Send me a preview' }).click();
      await page.getByText(/^Preview sent to/).first().waitFor();
      await mailTo(url, demo.email, 'Example: Woven for');
    },
  ],
  [
    'a group chooses the template',
    async ({ demo }) => {
      const { page } = state;
      await page.goto(`/groups/${demo.group_id}/settings?tab=emails`);
      await choose(page, 'Credential delivery', NAME);
      await page.getByText('Template chosen').first().waitFor();
      assert.deepEqual(await violations(page), []);
      await choose(page, 'Credential delivery', /^Inherit/);
      await page.goto('/settings/email/templates');
      await page.getByRole('row').filter({ hasText: NAME }).getByText('Active', { exact: true }).waitFor();
      await page.close();
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
