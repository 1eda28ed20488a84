import { type RouteObject, redirect } from 'react-router';
import { loadImport } from './loadImport';
import { withDialogs } from './withDialogs';

const settings: RouteObject[] = [
  {
    id: 'settings-department',
    path: 'department',
    lazy: () => import('../../features/departments/DepartmentSettingsPage'),
  },
  {
    id: 'organization',
    path: 'organization',
    lazy: () => import('../../features/organizations/OrganizationPage'),
  },
  { id: 'team', path: 'team', lazy: () => import('../../features/team/TeamPage') },
  { id: 'roles', path: 'team/roles', lazy: () => import('../../features/team/RolesPage') },
  {
    id: 'permission-groups',
    path: 'team/permission-groups',
    lazy: () => import('../../features/team/PermissionGroupsPage'),
  },
  {
    id: 'settings-groups',
    path: 'groups',
    lazy: () => import('../../features/groups/GroupDefaultsPage'),
  },
  { id: 'attributes', path: 'attributes', lazy: () => import('../../features/attributes/AttributesPage') },
  { id: 'fonts', path: 'fonts', lazy: () => import('../../features/fonts/FontsPage') },
  {
    id: 'name-change-settings',
    path: 'name-changes',
    lazy: () => import('../../features/name-changes/SettingsPage'),
  },
  { id: 'api-keys', path: 'api-keys', lazy: () => import('../../features/api-keys/ApiKeysPage') },
  { id: 'api-key', path: 'api-keys/:id', lazy: () => import('../../features/api-keys/ApiKeyPage') },
  {
    id: 'signing-keys',
    path: 'signing-keys',
    lazy: () => import('../../features/signing-keys/SigningKeysPage'),
  },
  {
    id: 'company-sign-in',
    path: 'sign-in',
    lazy: () => import('../../features/company-sign-in/CompanySignInPage'),
  },
  { id: 'email', path: 'email', lazy: () => import('../../features/email/GeneralPage') },
  { id: 'email-sender', path: 'email/sender', lazy: () => import('../../features/email/SenderPage') },
  { id: 'email-server', path: 'email/server', lazy: () => import('../../features/email/ServerPage') },
  {
    id: 'email-templates',
    path: 'email/templates',
    lazy: () => import('../../features/email/templates/TemplatesPage'),
  },
  {
    id: 'email-suppressions',
    path: 'email/suppressions',
    lazy: () => import('../../features/email/SuppressionsPage'),
  },
  { id: 'email-schedule', path: 'email/schedule', lazy: () => import('../../features/email/SchedulePage') },
  { id: 'email-log', path: 'email/log', lazy: () => import('../../features/email/LogPage') },
  { id: 'webhooks', path: 'webhooks', lazy: () => import('../../features/webhooks/WebhooksPage') },
  { id: 'webhook', path: 'webhooks/:id', lazy: () => import('../../features/webhooks/WebhookPage') },
  { id: 'audit', path: 'audit', lazy: () => import('../../features/audit/AuditPage') },
  { id: 'embedding', path: 'embedding', lazy: () => import('../../features/embedding/EmbeddingPage') },
];

/** The pages on which issuers answer requests. */
const reviews: RouteObject[] = [
  {
    id: 'name-changes',
    path: 'name-changes',
    lazy: () => import('../../features/name-changes/NameChangesPage'),
  },
  { id: 'evidence', path: 'evidence', lazy: () => import('../../features/evidence/EvidenceQueuePage') },
  { id: 'approvals', path: 'approvals', lazy: () => import('../../features/approvals/ApprovalsPage') },
];

/** Other addresses of the pages about the team. */
const team: RouteObject[] = ['team', 'team/permission-groups', 'team/roles'].map((path) => ({
  id: `other-${path}`,
  path,
  loader: () => redirect(`/settings/${path}`),
}));

/** The pages of the current department. */
export const departmentRoutes: RouteObject[] = [
  { id: 'home', index: true, lazy: () => import('../../features/home/HomePage') },
  { id: 'designs', path: 'designs', lazy: () => import('../../features/designs/DesignsPage') },
  { id: 'design-new', path: 'designs/new', lazy: () => import('../../features/designs/NewDesignPage') },
  { id: 'design', path: 'designs/:id', lazy: () => import('../../features/designs/DesignPage') },
  {
    id: 'design-versions',
    path: 'designs/:id/versions',
    lazy: () => import('../../features/designs/VersionsPage'),
  },
  { id: 'groups', path: 'groups', lazy: () => import('../../features/groups/GroupsPage') },
  { id: 'group-new', path: 'groups/new', lazy: () => import('../../features/groups/GroupCreatePage') },
  {
    id: 'group',
    path: 'groups/:id',
    lazy: withDialogs(async () => (await import('../../features/credentials/GroupPage')).GroupPage),
  },
  {
    id: 'group-settings',
    path: 'groups/:id/settings',
    lazy: () => import('../../features/groups/GroupSettingsPage'),
  },
  {
    id: 'claim-links',
    path: 'groups/:id/claims',
    lazy: () => import('../../features/claims/ClaimLinksPage'),
  },
  { id: 'claims', path: 'groups/:id/claims/:linkId', lazy: () => import('../../features/claims/ClaimsPage') },
  {
    id: 'claim-sheet',
    path: 'groups/:id/claims/:linkId/sheet',
    lazy: () => import('../../features/claims/ClaimSheetPage'),
  },
  {
    id: 'credential-new',
    path: 'groups/:id/credentials/new',
    lazy: () => import('../../features/credentials/CredentialCreatePage'),
  },
  {
    id: 'credentials',
    path: 'credentials',
    lazy: withDialogs(
      async () => (await import('../../features/credentials/CredentialsPage')).CredentialsPage,
    ),
  },
  {
    id: 'credential',
    path: 'credentials/:id',
    lazy: withDialogs(async () => (await import('../../features/credentials/CredentialPage')).CredentialPage),
  },
  {
    id: 'credential-edit',
    path: 'credentials/:id/edit',
    lazy: () => import('../../features/credentials/CredentialEditPage'),
  },
  { id: 'access', path: 'account/access', lazy: () => import('../../features/team/AccessPage') },
  { id: 'people', path: 'recipients', lazy: () => import('../../features/people/PeoplePage') },
  { id: 'person', path: 'recipients/:id', lazy: () => import('../../features/people/PersonPage') },
  { id: 'imports', path: 'imports', lazy: () => import('../../features/imports/ImportsPage') },
  { id: 'import-new', path: 'imports/new', lazy: () => import('../../features/imports/ImportCreatePage') },
  { id: 'import', path: 'imports/:uuid/:step?', lazy: loadImport },
  { id: 'reviews', lazy: () => import('../layout/ReviewsLayout'), children: reviews },
  { id: 'approval', path: 'approvals/:uuid', lazy: () => import('../../features/approvals/ApprovalPage') },
  {
    id: 'insights-reports',
    path: 'insights/reports',
    lazy: () => import('../../features/insights/ScheduledReportsPage'),
  },
  {
    id: 'insights',
    path: 'insights/:report?',
    lazy: () => import('../../features/insights/InsightsPage'),
  },
  { id: 'exports', path: 'exports', lazy: () => import('../../features/exports/ExportsPage') },
  { id: 'export', path: 'exports/:uuid', lazy: () => import('../../features/exports/ExportPage') },
  { id: 'action', path: 'actions/:uuid', lazy: () => import('../../features/actions/ActionPage') },
  {
    id: 'publication',
    path: 'publications/:uuid',
    lazy: () => import('../../features/publish/PublicationPage'),
  },
  {
    // Its editor and preview need the whole width.
    id: 'email-template',
    path: 'settings/email/templates/:id',
    lazy: () => import('../../features/email/templates/TemplatePage'),
  },
  ...team,
  {
    id: 'billing-pages',
    lazy: () => import('../layout/SettingsLayout'),
    children: [
      { id: 'billing', path: 'billing/:tab?', lazy: () => import('../../features/billing/BillingPage') },
    ],
  },
  { id: 'settings', path: 'settings', lazy: () => import('../layout/SettingsLayout'), children: settings },
];
