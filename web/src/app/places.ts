import {
  IconAward,
  IconBraces,
  IconBuilding,
  IconCertificate,
  IconCertificate2,
  IconChartLine,
  IconChecklist,
  IconCreditCard,
  IconFrame,
  IconHome,
  IconKey,
  IconListSearch,
  IconLogin2,
  IconMail,
  IconPaperclip,
  IconSettings,
  IconSignature,
  IconTypography,
  IconUser,
  IconUserCheck,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react';
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import { WaitingCount } from '../features/evidence/WaitingCount';
import { OpenCount } from '../features/name-changes/OpenCount';
import { ReviewCount } from './layout/ReviewCount';

/** A page of the dashboard: its path and its name. */
export interface Place {
  to: string;
  label: ParseKeys;
  icon: typeof IconHome;
  /** Shows the number of pending items there. */
  Count?: ComponentType;
  /** Paths of other pages that belong to this place. */
  also?: readonly string[];
  /** The place exists only on an installation with billing, for those who may see it. */
  billing?: boolean;
}

/** What issuers answer, as tabs of one place. */
export const REVIEW_PLACES: readonly Place[] = [
  { to: '/name-changes', label: 'nav.nameChanges', icon: IconSignature, Count: OpenCount },
  { to: '/evidence', label: 'nav.evidence', icon: IconPaperclip, Count: WaitingCount },
  { to: '/approvals', label: 'approvals.title', icon: IconUserCheck },
];

/** The pages of the left navigation in their order. */
export const PLACES: readonly Place[] = [
  { to: '/', label: 'nav.home', icon: IconHome },
  { to: '/credentials', label: 'nav.credentials', icon: IconAward },
  { to: '/groups', label: 'nav.groups', icon: IconUsersGroup },
  { to: '/recipients', label: 'people.title', icon: IconUser },
  { to: '/designs', label: 'nav.designs', icon: IconCertificate },
  {
    to: '/name-changes',
    label: 'nav.reviews',
    icon: IconChecklist,
    Count: ReviewCount,
    also: ['/evidence', '/approvals'],
  },
  { to: '/insights', label: 'insights.title', icon: IconChartLine },
  { to: '/settings', label: 'nav.settings', icon: IconSettings, also: ['/billing'] },
];

/** The settings pages by what they are about. The search finds them too. */
export const SETTINGS: readonly { label: ParseKeys; places: readonly Place[] }[] = [
  {
    label: 'nav.administration',
    places: [
      { to: '/settings/department', label: 'nav.department', icon: IconSettings },
      { to: '/settings/organization', label: 'organizations.title', icon: IconBuilding },
      { to: '/settings/team', label: 'team.title', icon: IconUsers },
      { to: '/settings/sign-in', label: 'companySignIn.title', icon: IconLogin2 },
      { to: '/billing', label: 'billing.title', icon: IconCreditCard, billing: true },
      { to: '/settings/audit', label: 'audit.title', icon: IconListSearch },
    ],
  },
  {
    label: 'nav.issuing',
    places: [
      { to: '/settings/email', label: 'emailSettings.title', icon: IconMail },
      { to: '/settings/groups', label: 'groups.defaults.place', icon: IconUsersGroup },
      { to: '/settings/attributes', label: 'nav.attributes', icon: IconBraces },
      { to: '/settings/fonts', label: 'nav.fonts', icon: IconTypography },
      { to: '/settings/name-changes', label: 'nameChanges.settings.title', icon: IconSignature },
      { to: '/settings/signing-keys', label: 'signingKeys.title', icon: IconCertificate2 },
    ],
  },
  {
    label: 'nav.developers',
    places: [
      { to: '/settings/api-keys', label: 'nav.apiKeys', icon: IconKey },
      { to: '/settings/webhooks', label: 'webhooks.title', icon: IconWebhook },
      { to: '/settings/embedding', label: 'embed.settings.title', icon: IconFrame },
    ],
  },
];

/** The settings pages that the member has. */
export function settingsFor(billing: boolean): typeof SETTINGS {
  return SETTINGS.map(({ label, places }) => ({
    label,
    places: places.filter((place) => billing || !place.billing),
  }));
}

const SIGNED_OUT_PAGES = new Set([
  '/sign-in',
  '/create-account',
  '/verify-email',
  '/forgot-password',
  '/reset-password',
  '/claim',
  '/sso',
  '/sso/company',
  '/verify',
  '/r',
  '/wallet',
  '/me',
  '/retrieve',
  '/confirm-address',
  '/confirm-sender',
  '/contact',
  '/references',
]);

/** Whether a page needs no sign-in: those above, and all pages for recipients. */
export function isPublicPlace(path: string): boolean {
  if (SIGNED_OUT_PAGES.has(path)) return true;
  if (/^\/(claim|docs|emails|embed|group|directory|me)\//.test(path)) return true;
  // A reference to a credential always contains a digit. No other path with a single segment does.
  return /^\/[^/]*\d[^/]*$/.test(path);
}

/** The URL of the sign-in page that returns to the current page. */
export function signInPath(returnTo: string): string {
  return returnTo === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(returnTo)}`;
}
