import { api } from './support/api.mjs';
import { apiKeyOf, credentialOf, recipientOf, webhookOf } from './support/demo.mjs';
import { settled } from './support/settled.mjs';

const outside = (name, path, open) => ({ name, path, signedIn: false, open });
const inside = (name, path, open) => ({ name, path, signedIn: true, open });
const press = (action) => (page) => page.locator(`button:has(.tabler-icon-${action})`).last().click();
/** Chooses what has an icon in the menu of the page, which stands last. */
const choose = (action) => async (page) => {
  await press('dots')(page);
  await page.locator(`[role=menuitem]:has(.tabler-icon-${action})`).click();
};

/** Signs the recipient of a credential in, and opens what they hold, narrowed. */
async function asRecipient(page, { recipient }) {
  await page.evaluate((secret) => window.localStorage.setItem('recipient', secret), recipient);
  await page.goto('/wallet?state=published,expired&kind=certificate');
  await settled(page);
}

/** Every screen there is, with an address that shows real content, and what to press once it is there. */
export const SCREENS = [
  outside('sign-in', () => '/sign-in'),
  outside('create-account', () => '/create-account'),
  outside('forgot-password', () => '/forgot-password'),
  outside('reset-password', () => '/reset-password?token=none'),
  outside('recipient-link', () => '/r?token=none'),
  outside('confirm-sender', () => '/confirm-sender?token=x'),
  outside('recipient-sign-in', () => '/me/sign-in'),
  outside('recipient-forgot-password', () => '/me/forgot-password'),
  outside('recipient-open', () => '/me/open?token=none'),
  outside('recipient-password', () => '/me/password?token=none'),
  outside('retrieve', () => '/retrieve'),
  outside('confirm-address', () => '/confirm-address?token=none'),
  outside('claim', () => '/claim?token=none'),
  outside('contact', ({ published }) => `/contact?credential=${published.uuid}`),
  inside('home', () => '/'),
  inside('designs', () => '/designs'),
  inside('design-new', () => '/designs/new'),
  inside('design-new-badge', () => '/designs/new?kind=badge&shape=shield'),
  inside('design', ({ demo }) => `/designs/${demo.design_id}`),
  inside('groups', () => '/groups'),
  inside('group-new', () => '/groups/new'),
  inside('group', ({ demo }) => `/groups/${demo.group_id}?page_size=10`),
  inside('group-settings', ({ demo }) => `/groups/${demo.group_id}/settings`),
  ...['general', 'visibility', 'emails', 'advanced'].map((tab) =>
    inside(`group-settings-${tab}`, ({ demo }) => `/groups/${demo.group_id}/settings?tab=${tab}`),
  ),
  inside('claim-links', ({ demo }) => `/groups/${demo.group_id}/claims`),
  inside('credential-new', ({ demo }) => `/groups/${demo.group_id}/credentials/new`),
  inside('credentials', () => '/credentials?page_size=10'),
  inside('credentials-filtered', () => '/credentials?page_size=10&state=draft,published&start_date=2026-01-01&grade_from=50'),
  inside('credential', ({ published }) => `/credentials/${published.uuid}`),
  inside('credential-evidence', ({ published }) => `/credentials/${published.uuid}?tab=evidence`),
  inside('credential-draft', ({ draft }) => `/credentials/${draft.uuid}`),
  inside('credential-edit', ({ published }) => `/credentials/${published.uuid}/edit`),
  inside('action', ({ action }) => `/actions/${action.uuid}`),
  inside('publish-dialog', ({ draft }) => `/credentials/${draft.uuid}`, press('send')),
  inside('people', () => '/recipients?page_size=10'),
  inside('person', ({ published }) => `/recipients/${published.uuid}`),
  inside('person-edit', ({ published }) => `/recipients/${published.uuid}`, press('pencil')),
  inside('person-erase', ({ published }) => `/recipients/${published.uuid}`, press('eraser')),
  inside('imports', () => '/imports'),
  inside('import-new', () => '/imports/new'),
  inside('name-changes', () => '/name-changes'),
  inside('evidence', () => '/evidence'),
  inside('approvals', () => '/approvals'),
  inside('approvals-policy', () => '/approvals', press('settings')),
  inside('insights', () => '/insights'),
  inside('insights-engagement', () => '/insights/engagement'),
  inside('insights-groups', () => '/insights/groups'),
  inside('insights-reports', () => '/insights/reports'),
  inside('insights-report-new', () => '/insights/reports', press('plus')),
  inside('insights-sharers', () => '/insights/sharers'),
  inside('insights-team', () => '/insights/team'),
  inside('exports', () => '/exports'),
  inside('exports-rows-dialog', () => '/exports?tab=rows', press('plus')),
  inside('department', () => '/settings/department'),
  inside('group-defaults', () => '/settings/groups'),
  inside('name-change-settings', () => '/settings/name-changes'),
  inside('attributes', () => '/settings/attributes'),
  inside('api-keys', () => '/settings/api-keys'),
  inside('api-key', ({ apiKey }) => `/settings/api-keys/${apiKey.id}`),
  inside('signing-keys', () => '/settings/signing-keys'),
  inside('company-sign-in', () => '/settings/sign-in'),
  inside('company-sign-in-dialog', () => '/settings/sign-in', press('plus')),
  inside('email', () => '/settings/email'),
  inside('email-sender', () => '/settings/email/sender'),
  inside('email-server', () => '/settings/email/server'),
  inside('email-suppressions', () => '/settings/email/suppressions'),
  inside('email-templates', () => '/settings/email/templates'),
  inside('email-schedule', () => '/settings/email/schedule'),
  inside('email-log', () => '/settings/email/log?page_size=10'),
  inside('audit', () => '/settings/audit?page_size=10'),
  inside('embedding', () => '/settings/embedding'),
  inside('organization', () => '/settings/organization'),
  inside('team', () => '/settings/team'),
  inside('team-roles', () => '/settings/team/roles'),
  inside('team-role-new', () => '/settings/team/roles', press('plus')),
  inside('team-permission-groups', () => '/settings/team/permission-groups'),
  inside('team-permission-group-new', () => '/settings/team/permission-groups', press('plus')),
  inside('account-access', () => '/account/access'),
  inside('webhooks', () => '/settings/webhooks'),
  inside('webhook', ({ webhook }) => `/settings/webhooks/${webhook.id}`),
  inside('webhook-dialog', () => '/settings/webhooks', press('plus')),
  inside('api-key-edit', ({ apiKey }) => `/settings/api-keys/${apiKey.id}`, choose('pencil')),
  inside('api-key-rotate', ({ apiKey }) => `/settings/api-keys/${apiKey.id}`, press('rotate')),
  inside('api-key-dialog', () => '/settings/api-keys', press('plus')),
  inside('account', () => '/account'),
  inside('department-new', () => '/departments/new'),
  inside('missing', () => '/nothing/here'),
  outside('public', ({ published }) => `/${published.uuid}`),
  outside('public-expired', ({ expired }) => `/${expired.uuid}`),
  outside('public-private', ({ secret }) => `/${secret.uuid}`),
  outside('public-embed', ({ published }) => `/embed/${published.uuid}`),
  outside('public-group', ({ demo }) => `/group/${demo.group_id}`),
  outside('public-unknown', () => '/k0nothing9'),
  outside('verify', () => '/verify'),
  outside('verify-result', ({ published }) => `/verify?url=${published.encoded_id}`),
  outside('api-docs', () => '/docs/api'),
  outside('api-docs-call', () => '/docs/api/credentialCreate'),
  outside('directory', () => '/directory/northlight'),
  // The last one, since its window is a recipient's from then on.
  outside('wallet', () => '/wallet', asRecipient),
];

/** What the addresses are made of: one credential of each sort. */
export async function screenFacts(url, demo) {
  const one = (filter) => credentialOf(url, demo, filter);
  const [published, draft, expired, secret] = await Promise.all([
    one({ state: 'published', private: false }),
    one({ state: 'draft' }),
    one({ state: 'expired', private: false }),
    one({ state: 'published', private: true }),
  ]);
  // It is public already: the action finds nothing to do.
  const selection = { credential_ids: [published.accredible_internal_id] };
  const { action } = await api(url, demo.api_key)('POST', '/actions', { kind: 'privacy', privacy: 'public', ...selection });
  const [webhook, apiKey, recipient] = await Promise.all([webhookOf(url, demo), apiKeyOf(url, demo), recipientOf(url, demo, published)]);
  return { demo, published, draft, expired, secret, action, webhook, apiKey, recipient };
}
