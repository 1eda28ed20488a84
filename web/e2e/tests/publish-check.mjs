import assert from 'node:assert/strict';
import { api } from '../support/api.mjs';
import { violations } from '../support/page-checks.mjs';

const SHORT = 'Al Check';
const LONG = 'Maximiliane Constantia Bartholomea Check';
const NARROW = { top: '10%', left: '10%', image_width: '16%', image_height: '6%' };

export const tests = [
  [
    'tells before publishing whose name does not fit, and that a text hardly stands out',
    async ({ url, demo, admin }) => {
      const call = api(url, demo.api_key);
      const { design } = await call('POST', '/certificate_designs/create', {
        design: {
          name: 'Too narrow',
          size: 'a4',
          blocks: [
            { kind: 'text', name: 'Who', model: '[recipient.name]', font_size: 24, ...NARROW },
            { kind: 'text', name: 'Pale', model: 'of note', color: '#eeeeee', ...NARROW, top: '60%' },
          ],
        },
      });
      const { group } = await call('POST', '/issuer/groups', {
        group: { name: 'Checked', course_name: 'Checks', certificate_design_id: design.id },
      });
      const page = await admin();
      try {
        for (const [at, name] of [SHORT, LONG].entries()) {
          const recipient = { name, email: `check${at}@example.org` };
          await call('POST', '/credentials', { credential: { group_id: group.id, recipient, approve: false } });
        }
        await page.goto(`/groups/${group.id}`);
        await page.getByRole('button', { name: 'Publish 2 drafts' }).click();
        const check = page.getByRole('dialog').getByRole('region', { name: 'Design check' });
        await check.getByText('2 warnings. You can still publish.').waitFor();
        await check.getByText('All recipients: Low text contrast · Pale').waitFor();
        await check.getByText(`${LONG}: Text doesn’t fit · Who`).waitFor();
        await page.getByRole('dialog').getByRole('button', { name: 'Publish 2 credentials' }).waitFor();
        assert.deepEqual(await violations(page), []);
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      } finally {
        await call('DELETE', `/issuer/groups/${group.id}`).catch(() => undefined);
        await page.close();
      }
    },
  ],
];
