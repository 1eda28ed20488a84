import type { GroupValues } from './groupForm';

export const TABS = ['info', 'general', 'visibility', 'emails', 'advanced'] as const;
export type Tab = (typeof TABS)[number];

export const isTab = (text: string | null): text is Tab => TABS.some((tab) => tab === text);

/** The tab of each field. Fields that are not listed are on the first tab. */
const PLACES: Partial<Record<keyof GroupValues, Tab>> = {
  language: 'general',
  page_language: 'general',
  expiry_amount: 'general',
  expiry_unit: 'general',
  allow_duplicate_credentials: 'general',
  replace_duplicates: 'general',
  tags: 'general',
  generate_private_credential: 'visibility',
  indexing_allowed: 'visibility',
  organization_link_show: 'visibility',
  course_link_show: 'visibility',
  signup_url_show: 'visibility',
  earners_show: 'visibility',
  'actions.share': 'visibility',
  'actions.download': 'visibility',
  'actions.linkedin': 'visibility',
  'actions.verify': 'visibility',
  send_emails: 'emails',
  attach_pdf: 'emails',
  'sender.name': 'emails',
  'sender.reply_to': 'emails',
  'sender.cc': 'emails',
  'sender.bcc': 'emails',
  evidence_allowed: 'advanced',
  references_allowed: 'advanced',
  evidence_approval: 'advanced',
  evidence_required: 'advanced',
  grade_bands: 'advanced',
  least_grade: 'advanced',
  lti_link: 'advanced',
  prerequisites: 'advanced',
  prerequisites_after: 'advanced',
  prerequisites_lost: 'advanced',
  meta_data: 'advanced',
};

export const tabOf = (name: keyof GroupValues): Tab => PLACES[name] ?? 'info';
