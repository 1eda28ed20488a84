import accounts from '../../../locales/en/accounts.json';
import actions from '../../../locales/en/actions.json';
import apiDocs from '../../../locales/en/api-docs.json';
import apiKeys from '../../../locales/en/api-keys.json';
import approvals from '../../../locales/en/approvals.json';
import attributes from '../../../locales/en/attributes.json';
import audit from '../../../locales/en/audit.json';
import billing from '../../../locales/en/billing.json';
import claims from '../../../locales/en/claims.json';
import collections from '../../../locales/en/collections.json';
import common from '../../../locales/en/common.json';
import companySignIn from '../../../locales/en/company-sign-in.json';
import credentials from '../../../locales/en/credentials.json';
import departments from '../../../locales/en/departments.json';
import designs from '../../../locales/en/designs.json';
import editor from '../../../locales/en/editor.json';
import email from '../../../locales/en/email.json';
import emailSettings from '../../../locales/en/email-settings.json';
import emailTemplates from '../../../locales/en/email-templates.json';
import embed from '../../../locales/en/embed.json';
import errors from '../../../locales/en/errors.json';
import evidence from '../../../locales/en/evidence.json';
import exports from '../../../locales/en/exports.json';
import fonts from '../../../locales/en/fonts.json';
import groups from '../../../locales/en/groups.json';
import imported from '../../../locales/en/imported.json';
import imports from '../../../locales/en/imports.json';
import insights from '../../../locales/en/insights.json';
import nameChanges from '../../../locales/en/name-changes.json';
import operations from '../../../locales/en/operations.json';
import organizations from '../../../locales/en/organizations.json';
import payments from '../../../locales/en/payments.json';
import people from '../../../locales/en/people.json';
import profile from '../../../locales/en/profile.json';
import publicPages from '../../../locales/en/public.json';
import publish from '../../../locales/en/publish.json';
import recipient from '../../../locales/en/recipient.json';
import references from '../../../locales/en/references.json';
import signingKeys from '../../../locales/en/signing-keys.json';
import skills from '../../../locales/en/skills.json';
import team from '../../../locales/en/team.json';
import verification from '../../../locales/en/verification.json';
import wallet from '../../../locales/en/wallet.json';
import walletApps from '../../../locales/en/wallet-apps.json';
import webhooks from '../../../locales/en/webhooks.json';

/** All English texts. They are part of the bundle, and their keys are the type of all keys. */
const english = {
  ...accounts,
  ...actions,
  ...apiDocs,
  ...apiKeys,
  ...approvals,
  ...attributes,
  ...audit,
  ...billing,
  ...claims,
  ...collections,
  ...common,
  ...companySignIn,
  ...credentials,
  ...departments,
  ...designs,
  ...editor,
  ...email,
  ...emailSettings,
  ...organizations,
  ...emailTemplates,
  ...embed,
  ...errors,
  ...evidence,
  ...exports,
  ...fonts,
  ...groups,
  ...imported,
  ...imports,
  ...insights,
  ...nameChanges,
  ...operations,
  ...people,
  ...profile,
  ...publicPages,
  ...publish,
  ...recipient,
  ...references,
  ...signingKeys,
  ...skills,
  ...team,
  ...verification,
  ...wallet,
  ...walletApps,
  ...payments,
  ...webhooks,
};

export default english;
