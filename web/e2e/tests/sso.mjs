import assert from 'node:assert/strict';
import { sql } from '../support/database.mjs';
import { violations } from '../support/page-checks.mjs';
import { startProvider } from '../support/provider.mjs';

const DOMAIN = 'harbour-college.example';
const NAME = 'Harbour College';
const ADA = { sub: 'ada', name: 'Ada Weaver', email: `ada@${DOMAIN}`, email_verified: true, groups: ['registrars', 'weavers'] };
const state = {};

/** A name as sentences hold it, between marks that isolate its direction. */
const isolated = (name) => `\u2068${name}\u2069`;
const rowOf = (page) => page.getByRole('row').filter({ hasText: NAME });
const domainOf = (page) => page.getByRole('region', { name: DOMAIN });

async function edit(page) {
  await page.getByRole('button', { name: `Actions for ${isolated(NAME)}` }).click();
  await page.getByRole('menuitem', { name: 'Edit connection' }).click();
  return page.getByRole('dialog', { name: 'Edit connection' });
}

/** Makes the round trip of a test, and returns the dialog with its result. */
async function test(page) {
  await rowOf(page).getByRole('button', { name: `Test ${isolated(NAME)}` }).press('Enter');
  await page.getByRole('link', { name: `Sign in as ${ADA.name}` }).press('Enter');
  const result = page.getByRole('dialog', { name: 'Test result' });
  await result.waitFor();
  return result;
}

export const tests = [
  [
    'adds a connection by keyboard, with the callback URL to copy',
    async ({ admin }) => {
      state.provider = await startProvider();
      const { issuer, clientId, clientSecret } = state.provider;
      const page = await admin({ kept: true });
      state.page = page;
      await page.goto('/settings/sign-in');
      await page.getByRole('heading', { name: 'No connections yet' }).waitFor();
      assert.deepEqual(await violations(page), []);
      await page.getByRole('button', { name: 'Add connection' }).press('Enter');
      const form = page.getByRole('dialog', { name: 'Add connection' });
      await form.waitFor();
      for (const words of [NAME, issuer, clientId, clientSecret]) {
        await page.keyboard.type(words);
        if (words !== clientSecret) await page.keyboard.press('Tab');
      }
      assert.deepEqual(await violations(page), []);
      await page.keyboard.press('Enter');
      const added = page.getByRole('dialog', { name: 'Connection added' });
      await added.getByRole('button', { name: 'Copy callback URL' }).waitFor();
      state.provider.callback = (await added.getByText(/\/v1\/sso\/oidc\//).textContent()).trim();
      assert.deepEqual(await violations(page), []);
      await added.getByRole('button', { name: 'Done' }).press('Enter');
      await rowOf(page).getByText('Off', { exact: true }).waitFor();
    },
  ],
  [
    'maps a group of the provider and keeps the secret',
    async ({ watch }) => {
      const { page } = state;
      const form = await edit(page);
      assert.equal(await form.getByLabel('Client secret').inputValue(), '');
      await form.getByRole('button', { name: 'Add group' }).click();
      watch.allow(422, '/sso_connections/');
      await form.getByRole('button', { name: 'Save' }).click();
      await form.getByText('Each mapping needs a group').first().waitFor();
      await form.getByLabel('Group 1', { exact: true }).fill('registrars');
      await form.locator('input[aria-label="Role of group 1"]').click();
      await page.getByRole('option', { name: 'Issuer' }).click();
      assert.deepEqual(await violations(page), []);
      await form.getByRole('button', { name: 'Save' }).click();
      await form.waitFor({ state: 'detached' });
    },
  ],
  [
    'a test says in plain words what is wrong, and shows the claims',
    async ({ data, watch }) => {
      const { page, provider } = state;
      provider.person = { claims: ADA };
      let result = await test(page);
      await result.getByText('The email address isn’t in one of your verified domains.').waitFor();
      await result.getByRole('row', { name: 'sub ada' }).waitFor();
      await result.getByRole('row', { name: 'groups ["registrars","weavers"]' }).waitFor();
      assert.deepEqual(await violations(page), []);
      await page.keyboard.press('Escape');
      await result.waitFor({ state: 'detached' });
      assert.equal(new URL(page.url()).search, '');

      await page.getByLabel('Domain', { exact: true }).fill(DOMAIN);
      await page.keyboard.press('Enter');
      await domainOf(page).getByText('Not verified yet').waitFor();
      await domainOf(page).getByText(`_laurel.${DOMAIN}`).waitFor();
      await domainOf(page).getByText(/^laurel-domain=/).waitFor();
      assert.deepEqual(await violations(page), []);
      watch.allow(409, '/check');
      await domainOf(page).getByRole('button', { name: 'Check now' }).press('Enter');
      const warning = page.getByRole('dialog', { name: 'Couldn’t change this' });
      await warning.waitFor();
      await page.keyboard.press('Escape');
      await warning.waitFor({ state: 'detached' });
      // The domain is nobody's, so no name server can confirm it.
      await sql(data, `update sso_domains set verified_at = now() where domain = '${DOMAIN}'`);
      await page.reload();
      await domainOf(page).getByText('Verified', { exact: true }).waitFor();

      result = await test(page);
      await result.getByText('Signing in works. Nobody was signed in by this test.').waitFor();
      await result.getByText(ADA.email).first().waitFor();
      await result.getByRole('definition').filter({ hasText: 'Issuer' }).waitFor();
      await result.getByRole('button', { name: 'Close', exact: true }).last().click();
    },
  ],
  [
    'signs a new member in from the sign-in page',
    async ({ browser, data }) => {
      const { page } = state;
      const form = await edit(page);
      await form.locator('input[name="enabled"]').press('Space');
      await form.getByRole('button', { name: 'Save' }).click();
      await form.waitFor({ state: 'detached' });
      await rowOf(page).getByText('On', { exact: true }).waitFor();

      const visitor = await (await browser.person()).newPage();
      await visitor.goto('/sign-in');
      await visitor.getByLabel('Email').fill(ADA.email);
      await visitor.getByRole('link', { name: `Continue with ${isolated(NAME)}` }).click();
      await visitor.getByRole('link', { name: `Sign in as ${ADA.name}` }).click();
      await visitor.getByRole('navigation', { name: 'Main navigation' }).waitFor();
      assert.equal(new URL(visitor.url()).pathname, '/');
      await visitor.reload();
      await visitor.getByRole('navigation', { name: 'Main navigation' }).waitFor();
      await visitor.context().close();
      // Other suites count the members of the department.
      await sql(data, `delete from memberships where user_id = (select id from users where email = '${ADA.email}')`);
    },
  ],
  [
    'removes the domain and the connection after asking',
    async () => {
      const { page, provider } = state;
      await domainOf(page).getByRole('button', { name: `Remove ${DOMAIN}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
      await domainOf(page).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: `Actions for ${isolated(NAME)}` }).click();
      await page.getByRole('menuitem', { name: 'Delete connection' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete connection' }).click();
      await page.getByRole('heading', { name: 'No connections yet' }).waitFor();
      await page.close();
      await provider.close();
    },
  ],
];
