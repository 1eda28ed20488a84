import assert from 'node:assert/strict';
import { api } from '../support/api.mjs';
import { until } from '../support/until.mjs';

const NAME = 'Wilhelmina Standing';

export const tests = [
  [
    'suspends, reinstates and revokes a credential, and says why wherever it is looked at',
    async ({ url, demo, admin }) => {
      const call = api(url, demo.api_key);
      const recipient = { name: NAME, email: 'wilhelmina.standing@example.org' };
      const { credential } = await call('POST', '/credentials', {
        credential: { group_id: demo.group_id, recipient, approve: true },
      });
      const page = await admin();
      const act = async (item, answer) => {
        await page.getByRole('button', { name: `Actions for ${NAME}` }).click();
        await page.getByRole('menuitem', { name: item, exact: true }).click();
        await answer(page.getByRole('dialog'));
      };
      const row = page.getByRole('row', { name: new RegExp(NAME) });
      try {
        await page.goto(`/credentials?query=${encodeURIComponent(NAME)}`);
        await act('Suspend', async (dialog) => {
          await dialog.getByLabel('Reason').fill('Under review');
          await dialog.getByRole('button', { name: 'Suspend 1 credential' }).click();
        });
        await row.getByText('Suspended', { exact: true }).waitFor();
        await act('Lift suspension', (dialog) =>
          dialog.getByRole('button', { name: 'Lift 1 suspension' }).click(),
        );
        await row.getByText('Published', { exact: true }).waitFor();

        await page.getByRole('checkbox', { name: NAME }).check();
        const bulk = page.getByRole('button', { name: 'Suspend or revoke' });
        const revoke = async () => {
          await bulk.click();
          await page.getByRole('menuitem', { name: 'Revoke', exact: true }).click();
        };
        const dialog = page.getByRole('dialog');
        await revoke();
        await dialog.getByRole('button', { name: 'Cancel' }).click();
        await until('the focus is back', () => bulk.evaluate((button) => button === document.activeElement));
        await revoke();
        await dialog.getByRole('button', { name: 'Revoke 1 credential' }).click();
        await dialog.getByText('Required.').waitFor();
        await dialog.getByRole('combobox', { name: 'Reason' }).click();
        await page.getByRole('option', { name: 'Issued in error' }).click();
        await dialog.getByLabel('Public note').fill('The wrong course.');
        await dialog.getByRole('button', { name: 'Revoke 1 credential' }).click();
        await row.getByText('Revoked', { exact: true }).waitFor();

        await page.goto(`/credentials/${credential.uuid}?tab=activity`);
        await page.getByText('Suspension lifted').waitFor();
        await page.getByText('Under review').waitFor();
        await page.getByRole('button', { name: `Actions for ${NAME}` }).click();
        await page.getByRole('menuitem', { name: 'Renew' }).waitFor();
        assert.equal(await page.getByRole('menuitem', { name: 'Suspend' }).count(), 0);

        await page.goto(`/${credential.uuid}`);
        await page.getByText('revoked by the issuer.').waitFor();
        await page.getByText('Issued in error · The wrong course.').waitFor();
        assert.equal(await page.getByText('Under review').count(), 0, 'the reason of a suspension is public');
      } finally {
        await call('DELETE', `/credentials/${credential.uuid}`);
        await page.close();
      }
    },
  ],
];
