import assert from 'node:assert/strict';
import { sql } from '../support/database.mjs';
import { violations } from '../support/page-checks.mjs';
import { startProvider } from '../support/provider.mjs';
import { startSamlProvider } from '../support/saml-provider.mjs';

const DOMAIN = 'harbour-college.example';
const NAME = 'Harbour College';
const ADA = { sub: 'ada', name: 'Ada Weaver', email: `ada@${DOMAIN}`, email_verified: true, groups: ['registrars', 'weavers'] };
const SAML = 'Quay SAML';
const BO = { id: 'bo', name: 'Bo Weaver', email: `bo@${DOMAIN}`, groups: ['registrars'] };
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
    'adds a SAML provider by its metadata, tests it and signs a new member in',
    async ({ browser, data, watch }) => {
      const { page } = state;
      state.saml = await startSamlProvider();
      state.saml.person = BO;
      await page.getByRole('button', { name: 'Add connection' }).click();
      const form = page.getByRole('dialog', { name: 'Add connection' });
      await form.getByRole('combobox', { name: 'Protocol' }).click();
      await page.getByRole('option', { name: 'SAML 2.0' }).click();
      await form.getByLabel('Name', { exact: true }).fill(SAML);
      watch.allow(422, '/sso_connections');
      await form.getByLabel('Metadata XML').fill('<html></html>');
      await form.getByRole('button', { name: 'Add connection' }).click();
      await form.getByText('This isn’t the SAML metadata of one identity provider.').first().waitFor();
      await form.getByLabel('Metadata XML').fill('');
      await form.getByLabel('Metadata URL').fill(`${state.saml.issuer}/metadata`);
      assert.deepEqual(await violations(page), []);
      await form.locator('input[name="enabled"]').press('Space');
      await form.getByRole('button', { name: 'Add connection' }).click();
      const added = page.getByRole('dialog', { name: 'Connection added' });
      await added.getByText(/\/v1\/sso\/saml\/.*\/acs$/).waitFor();
      await added.getByText(/\/v1\/sso\/saml\/.*\/metadata$/).waitFor();
      assert.deepEqual(await violations(page), []);
      await added.getByRole('button', { name: 'Done' }).click();

      await page.getByRole('button', { name: `Test ${isolated(SAML)}` }).click();
      await page.getByRole('button', { name: `Sign in as ${BO.name}` }).click();
      const result = page.getByRole('dialog', { name: 'Test result' });
      await result.getByText('Signing in works. Nobody was signed in by this test.').waitFor();
      await result.getByRole('row', { name: `email ${BO.email}` }).waitFor();
      await result.getByRole('button', { name: 'Close', exact: true }).last().click();

      const visitor = await (await browser.person()).newPage();
      await visitor.goto('/sign-in');
      await visitor.getByLabel('Email').fill(BO.email);
      await visitor.getByRole('link', { name: `Continue with ${isolated(SAML)}` }).click();
      await visitor.getByRole('button', { name: `Sign in as ${BO.name}` }).click();
      await visitor.getByRole('navigation', { name: 'Main navigation' }).waitFor();
      await visitor.context().close();
      // Other suites count the members of the department.
      await sql(data, `delete from memberships where user_id = (select id from users where email = '${BO.email}')`);
    },
  ],
  [
    'shows the certificates, and makes a provisioning key that works until it is revoked',
    async ({ url }) => {
      const { page } = state;
      await page.getByRole('button', { name: `Actions for ${isolated(SAML)}` }).click();
      await page.getByRole('menuitem', { name: 'Edit connection' }).click();
      const form = page.getByRole('dialog', { name: 'Edit connection' });
      await form.getByText('CN=provider').waitFor();
      await form.getByRole('button', { name: 'Add the next certificate' }).click();
      await form.getByRole('button', { name: 'Use the next certificate' }).waitFor();
      assert.deepEqual(await violations(page), []);
      await form.getByRole('button', { name: 'Cancel' }).click();
      await form.waitFor({ state: 'detached' });

      await page.getByRole('button', { name: `Actions for ${isolated(SAML)}` }).click();
      await page.getByRole('menuitem', { name: 'Provisioning' }).click();
      const keys = page.getByRole('dialog', { name: `Provisioning with ${isolated(SAML)}` });
      await keys.getByText('No keys yet.').waitFor();
      await keys.getByRole('button', { name: 'Create key' }).click();
      const secret = (await keys.getByText(/^laurel_scim_/).textContent()).trim();
      assert.deepEqual(await violations(page), []);
      const users = () => fetch(new URL('/scim/v2/Users', url), { headers: { authorization: `Bearer ${secret}` } });
      assert.equal((await users()).status, 200);
      await keys.getByRole('button', { name: /^Revoke the key/ }).click();
      await page.getByRole('dialog', { name: 'Revoke this key?' }).getByRole('button', { name: 'Revoke', exact: true }).click();
      await keys.getByText('No keys yet.').waitFor();
      assert.equal((await users()).status, 401);
      await keys.getByRole('button', { name: 'Close', exact: true }).last().click();
      await keys.waitFor({ state: 'detached' });

      await page.getByRole('button', { name: `Actions for ${isolated(SAML)}` }).click();
      await page.getByRole('menuitem', { name: 'Delete connection' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete connection' }).click();
      await page.getByRole('row').filter({ hasText: SAML }).waitFor({ state: 'detached' });
      await state.saml.close();
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
