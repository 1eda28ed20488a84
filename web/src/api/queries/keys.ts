import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * The first part of every query key. Queries about the same data share it, whichever feature makes them, so that they are
 * invalidated together.
 */
export const ACTIONS = ['actions'] as const;
export const ANALYTICS = ['analytics'] as const;
export const ANALYTICS_SETTINGS = ['analytics-settings'] as const;
export const API_KEYS = ['api-keys'] as const;
export const APPROVALS = ['approvals'] as const;
export const ATTRIBUTES = ['attributes'] as const;
export const AUDIT = ['audit'] as const;
/** Plans, credits and payments. */
export const BILLING = ['billing'] as const;
export const CLAIM_LINKS = ['claim-links'] as const;
export const COLLECTIONS = ['collections'] as const;
/** The connections and email domains of a department. */
export const COMPANY_SIGN_IN = ['company-sign-in'] as const;
export const CREDENTIALS = ['credentials'] as const;
export const DATA_EXPORTS = ['data-exports'] as const;
export const DESIGNS = ['designs'] as const;
/** How emails of a department go out, and those that went out. */
export const EMAIL_SETTINGS = ['email-settings'] as const;
export const EMBED_SETTINGS = ['embed-settings'] as const;
export const EVIDENCE = ['evidence'] as const;
export const EXPORTS = ['exports'] as const;
export const FONTS = ['fonts'] as const;
export const GROUPS = ['groups'] as const;
export const IMPORTS = ['imports'] as const;
export const ISSUER_DOMAIN = ['issuer-domain'] as const;
export const NAME_CHANGES = ['name-changes'] as const;
export const OPERATIONS = ['operations'] as const;
export const ORGANIZATIONS = ['organizations'] as const;
export const PAYMENTS = ['payments'] as const;
export const PEOPLE = ['people'] as const;
export const PERMISSION_GROUPS = ['permission-groups'] as const;
export const PUBLICATIONS = ['publications'] as const;
/** Of public pages: credentials, groups, verifications. */
export const PUBLIC = ['public'] as const;
export const PUBLIC_CREDENTIAL = [...PUBLIC, 'credential'] as const;
export const ROLES = ['roles'] as const;
export const SAVED_FILTERS = ['saved-filters'] as const;
/** Of the signed-in user. */
export const FACTORS = ['second-factors'] as const;
export const SESSIONS = ['sessions'] as const;
export const SIGN_IN_POLICY = ['sign-in-policy'] as const;
export const SIGNING_KEYS = ['signing-keys'] as const;
export const SKILL_CATEGORIES = ['skill-categories'] as const;

export const TEAM = ['team'] as const;
/** What a token of a link stands for: an invitation, a sign-on, an address to verify, a reference to write. */
export const TOKENS = ['tokens'] as const;
export const WEBHOOKS = ['webhooks'] as const;

/** Invalidates all queries whose keys begin with one of the given parts. */
export async function invalidate(queries: QueryClient, ...keys: QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
export const HOME = ['home'] as const;
