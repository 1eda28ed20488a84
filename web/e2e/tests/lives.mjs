import assert from 'node:assert/strict';
import { api } from '../support/api.mjs';
import { until } from '../support/until.mjs';

const NAME = 'Rosalind Lives';

export const tests = [
  [
    'schedules a draft and takes it back, publishes it and renews it',
    async ({ url, demo, admin }) => {
      const call = api(url, demo.api_key);
      const recipient = { name: NAME, email: 'rosalind.lives@example.org' };
      const { credential } = await call('POST', '/credentials', { credential: { group_id: demo.group_id, recipient, approve: false } });
      const page = await admin();
      const dialog = page.getByRole('dialog');
      const act = async (item) => {
        await page.getByRole('button', { name: `Actions for ${NAME}` }).click();
        await page.getByRole('menuitem', { name: item, exact: true }).click();
      };
      try {
        await page.goto(`/credentials/${credential.uuid}`);
        await act('Publish later');
        await dialog.getByText('New recipients').waitFor();
        await dialog.getByLabel('Later').check();
        await dialog.getByRole('button', { name: 'Schedule 1 credential' }).click();
        await page.getByText(/^Will be published on/).waitFor();
        await page.getByRole('button', { name: 'Cancel schedule' }).click();
        await page.getByText('Schedule canceled. It’s a draft again.').waitFor();

        await call('POST', '/credentials/publish', {
          credential_ids: [credential.accredible_internal_id],
          send_email: false,
        });
        await page.reload();
        await page.getByRole('link', { name: 'Open public page' }).waitFor();
        await act('Renew');
        await dialog.getByRole('button', { name: 'Create draft' }).click();
        await page.getByText('This credential renews an earlier one.').waitFor();
        await page.getByRole('link', { name: 'Open earlier credential' }).click();
        await page.getByText('A renewal of this credential is in draft.').waitFor();
        await page.getByRole('tab', { name: 'Raw' }).click();
        await page.getByText('"OpenBadgeCredential"').waitFor();

        const found = await call('POST', '/credentials/search', { email: recipient.email });
        assert.equal(found.credentials.length, 2);
        const renewal = found.credentials.find(({ uuid }) => uuid !== credential.uuid);
        await call('POST', '/credentials/publish', {
          credential_ids: [renewal.accredible_internal_id],
          send_email: false,
        });
        await until('the renewal was published', async () => {
          const answer = await fetch(`${url}/v1/public/credentials/${credential.uuid}`);
          return (await answer.json()).credential.superseded_by;
        });
        await page.goto(`/${credential.uuid}`);
        await page.getByRole('link', { name: 'Open the newer one' }).click();
        await page.waitForURL(`**/${renewal.uuid}`);
        await page.waitForLoadState('networkidle'); // its pictures, before it is deleted
      } finally {
        const { credentials } = await call('POST', '/credentials/search', { email: recipient.email });
        for (const { uuid } of credentials) await call('DELETE', `/credentials/${uuid}`);
        await page.close();
      }
    },
  ],
];
