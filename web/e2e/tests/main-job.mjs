import assert from 'node:assert/strict';
import { api } from '../support/api.mjs';
import { countMails, mailTo } from '../support/mail.mjs';
import { signIn } from '../support/session.mjs';
import { settled } from '../support/settled.mjs';
import { chooseTemplate, job } from './job.mjs';

const { recipients, course } = job;

export const tests = [
  [
    'signs in by typing and finds the department',
    async ({ browser, demo }) => {
      job.page = await (await browser.person()).newPage();
      await signIn(job.page, demo);
      await job.page.getByRole('heading', { name: 'Northlight Institute', level: 1 }).waitFor();
    },
  ],
  [
    'looks at a design',
    async () => {
      const { page } = job;
      await page.getByRole('link', { name: 'Designs', exact: true }).click();
      await page.getByRole('link', { name: 'Northlight certificate' }).click();
      const picture = page.getByRole('img', { name: 'Preview of Northlight certificate' });
      await picture.getByText('Amara Okonkwo').first().waitFor();
      await page.getByText('Placeholders').click();
      await picture.getByText('[recipient.name]').first().waitFor();
    },
  ],
  [
    'makes a certificate and a badge from templates',
    async () => {
      const { page } = job;
      await chooseTemplate(page, 'Conservatory', job.certificate);
      await chooseTemplate(page, 'Hexagon', job.badge, 'badge');
      await page.getByText('Version 1').waitFor();
      await page.getByText('No group uses this design yet.').waitFor();
    },
  ],
  [
    'makes a group with both designs',
    async () => {
      const { page } = job;
      await page.getByRole('link', { name: 'Groups', exact: true }).click();
      await page.getByRole('link', { name: 'New group' }).click();
      await page.getByLabel('Group name').fill(job.group);
      await page.getByLabel('Course name').fill(course);
      await page.getByLabel('Description').fill('Six field days and a report on one wetland.');
      await page.getByRole('group', { name: 'Certificate design' }).getByText(job.certificate).click();
      await page.getByRole('group', { name: 'Badge design' }).getByText(job.badge).click();
      await page.getByRole('button', { name: 'Create group' }).click();
      await page.getByRole('heading', { name: job.group, level: 1 }).waitFor();
      job.groupId = Number(/groups\/(\d+)/.exec(page.url())[1]);
    },
  ],
  [
    'adds a credential by hand and sees the certificate fill itself',
    async () => {
      const { page } = job;
      const [first] = recipients;
      await page.getByRole('link', { name: 'Add credential' }).first().click();
      await page.getByLabel('Name', { exact: true }).fill(first.name);
      await page.getByLabel('Email address').fill(first.email);
      const preview = page.getByRole('img', { name: 'Certificate with these values' });
      await preview.getByText(first.name).first().waitFor();
      await preview.getByText(course).first().waitFor();
      await page.getByRole('button', { name: 'Create credential' }).click();
      await page.getByRole('link', { name: first.name }).waitFor();
    },
  ],
  [
    'makes an API key that is shown once',
    async () => {
      const { page } = job;
      await page.getByRole('link', { name: 'Settings', exact: true }).first().click();
      await page.getByRole('link', { name: 'API keys' }).click();
      await page.getByRole('button', { name: 'New API key' }).click();
      await page.getByLabel('Name').fill('Course platform');
      const designs = page.getByRole('checkbox', { name: 'Designs: write' });
      await page.getByRole('radio', { name: 'Full access' }).check();
      assert.ok(await designs.isChecked());
      await page.getByRole('radio', { name: 'Issue credentials' }).check();
      assert.ok(!(await designs.isChecked()));
      await page.getByRole('button', { name: 'Create API key' }).click();
      job.key = await page.getByText(/^laurel_live_\w+$/).innerText();
      await page.getByRole('button', { name: 'I have copied it' }).click();
      await page.getByRole('row', { name: /Course platform/ }).waitFor();
      await page.reload();
      await page.getByRole('row', { name: /Course platform/ }).waitFor();
      assert.ok(!(await page.content()).includes(job.key), 'the key is shown again');
    },
  ],
  [
    'rotates the key and reads what it asked for as it happens',
    async ({ url }) => {
      const { page } = job;
      await page.getByRole('link', { name: 'Course platform' }).click();
      await page.getByText('No requests yet').waitFor();
      await page.getByRole('button', { name: 'Rotate' }).click();
      await page.getByRole('button', { name: 'Create new secret' }).click();
      const former = job.key;
      job.key = await page.getByText(/^laurel_live_\w+$/).innerText();
      await page.getByRole('button', { name: 'I have copied it' }).click();
      await page.getByText('Two secrets').waitFor();
      for (const key of [former, job.key]) await api(url, key)('GET', `/issuer/groups/${job.groupId}`);
      await assert.rejects(api(url, job.key)('GET', '/issuer/api_keys'), ({ status }) => status === 403);
      const refused = page.getByRole('row', { name: /GET \/v1\/issuer\/api_keys/ });
      await refused.getByText('api_key.scope_missing').waitFor();
      assert.equal(await page.getByRole('button', { name: 'GET /v1/issuer/groups/{id}' }).count(), 2);
      await page.getByRole('searchbox', { name: 'Search paths' }).fill('groups');
      await refused.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'GET /v1/issuer/groups/{id}' }).first().click();
      await page.getByRole('dialog').getByText('Request ID').waitFor();
      await page.keyboard.press('Escape');
    },
  ],
  [
    'adds two more credentials by API',
    async ({ url }) => {
      const ask = api(url, job.key);
      for (const recipient of recipients.slice(1)) {
        const { credential } = await ask('POST', '/credentials', {
          credential: { group_id: job.groupId, recipient, approve: false },
        });
        assert.equal(credential.state, 'draft');
      }
    },
  ],
  [
    'publishes all three from the dialog and reads the result',
    async () => {
      const { page } = job;
      await page.goto(`/groups/${job.groupId}`);
      await page.getByRole('button', { name: 'Publish 3 drafts' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Publish 3 credentials' }).click();
      await dialog.getByText('Published 3 of 3 credentials').waitFor();
      await dialog.getByText('Emails to recipients are on their way.').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await page.getByText('3 published').first().waitFor();
    },
  ],
  [
    'sees that each recipient got one mail, in the outbox and in the mail log',
    async ({ url }) => {
      const { page } = job;
      for (const { email } of recipients) {
        const mail = await mailTo(url, email, course);
        if (email === recipients[0].email) job.link = mail.links[0];
      }
      for (const { email } of recipients) assert.equal(await countMails(url, email, course), 1, email);
      await page.reload();
      await page.getByRole('link', { name: recipients[0].name }).click();
      await page.getByRole('tab', { name: 'Emails' }).click();
      await page.getByText(`Your credential: ${course}`).waitFor();
      await page.getByText('Sent', { exact: true }).waitFor();
    },
  ],
  [
    'opens the public page from the link in the mail, signed in nowhere',
    async ({ browser }) => {
      job.visitor = await (await browser.person()).newPage();
      await job.visitor.goto(job.link);
      await settled(job.visitor);
      await job.visitor.getByRole('heading', { name: course, level: 1 }).waitFor();
      await job.visitor.getByText(`Awarded to ${recipients[0].name}`).waitFor();
      await job.visitor.getByText('valid.', { exact: true }).waitFor();
    },
  ],
];
