import type { Alignment, Group, GroupDefaults, GroupInput, Prerequisite } from './api';

export type Privacy = 'inherit' | 'private' | 'public';
export type ExpiryUnit = 'never' | 'day' | 'month' | 'year';
export type ActionLevel = 'public' | 'owner' | 'hidden';

export const ACTIONS = ['share', 'download', 'linkedin', 'verify'] as const;

/** The name of grades from a lower bound on. */
export interface Band {
  from: string;
  name: string;
}

/** Default settings for new groups. The names are those of the API, so that its validation errors map to fields. */
export interface DefaultValues {
  language: string;
  generate_private_credential: Privacy;
  allow_duplicate_credentials: boolean;
  /** Only applies if duplicates are not allowed. */
  replace_duplicates: boolean;
  expiry_amount: string;
  expiry_unit: ExpiryUnit;
  send_emails: boolean;
  attach_pdf: boolean;
  achievement_type: string;
  page_language: string;
  indexing_allowed: boolean;
  organization_link_show: boolean;
  course_link_show: boolean;
  signup_url_show: boolean;
  earners_show: boolean;
  evidence_allowed: boolean;
  references_allowed: boolean;
  evidence_approval: boolean;
  evidence_required: boolean;
  /** Grades as typed: they may have decimals. */
  grade_bands: Band[];
  least_grade: string;
  'actions.share': ActionLevel;
  'actions.download': ActionLevel;
  'actions.linkedin': ActionLevel;
  'actions.verify': ActionLevel;
  'sender.name': string;
  'sender.reply_to': string;
  'sender.cc': string[];
  'sender.bcc': string[];
}

/** The form values of a group. */
export interface GroupValues extends DefaultValues {
  name: string;
  course_name: string;
  course_description: string;
  course_link: string;
  signup_url: string;
  lti_link: string;
  learning_outcomes: string[];
  skill_category_id: string;
  criteria: string;
  criteria_url: string;
  alignments: Alignment[];
  tags: string[];
  certificate_design_id: number | null;
  badge_design_id: number | null;
  meta_data: [key: string, value: string][];
  prerequisites: Prerequisite[];
  /** A date, or empty. */
  prerequisites_after: string;
  prerequisites_lost: Group['prerequisites_lost'];
}

/** The texts that are copied to a credential at issue. */
export const TEXTS = [
  'name',
  'course_name',
  'course_description',
  'course_link',
  'language',
  'learning_outcomes',
  'achievement_type',
  'criteria',
  'criteria_url',
  'alignments',
] as const satisfies readonly (keyof GroupValues)[];

export type TextName = (typeof TEXTS)[number];

/** The texts that differ, in form order. */
export function changedTexts(before: GroupValues, after: GroupValues): TextName[] {
  return TEXTS.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

export function newGroup(defaults: GroupDefaults): GroupValues {
  return {
    ...defaultValues(defaults),
    name: '',
    course_name: '',
    course_description: '',
    course_link: '',
    signup_url: '',
    lti_link: '',
    learning_outcomes: [],
    skill_category_id: '',
    criteria: '',
    criteria_url: '',
    alignments: [],
    tags: [],
    certificate_design_id: defaults.certificate_design_id,
    badge_design_id: null,
    meta_data: [],
    prerequisites: [],
    prerequisites_after: '',
    prerequisites_lost: 'keep',
  };
}

export function defaultValues(from: GroupDefaults | Group): DefaultValues {
  const { actions, sender, auto_expiry: expiry } = from;
  return {
    language: from.language,
    generate_private_credential: privacyOf(from.generate_private_credential),
    allow_duplicate_credentials: from.allow_duplicate_credentials,
    replace_duplicates: from.duplicate_behavior === 'replace',
    expiry_amount: String(expiry?.amount ?? 1),
    expiry_unit: isUnit(expiry?.unit) ? expiry.unit : 'never',
    send_emails: from.send_emails,
    attach_pdf: from.attach_pdf,
    achievement_type: from.achievement_type,
    page_language: from.page_language ?? '',
    indexing_allowed: from.indexing_allowed,
    organization_link_show: from.organization_link_show,
    course_link_show: from.course_link_show,
    signup_url_show: from.signup_url_show,
    earners_show: from.earners_show,
    evidence_allowed: from.evidence_allowed,
    references_allowed: from.references_allowed,
    evidence_approval: from.evidence_approval,
    evidence_required: from.evidence_required,
    grade_bands: from.grade_bands.map((band) => ({ from: String(band.from), name: band.name })),
    least_grade: from.least_grade === null ? '' : String(from.least_grade),
    'actions.share': actions.share ?? 'public',
    'actions.download': actions.download ?? 'public',
    'actions.linkedin': actions.linkedin ?? 'public',
    'actions.verify': actions.verify ?? 'public',
    'sender.name': sender.name ?? '',
    'sender.reply_to': sender.reply_to ?? '',
    'sender.cc': sender.cc ?? [],
    'sender.bcc': sender.bcc ?? [],
  };
}

export function groupValues(group: Group): GroupValues {
  return {
    ...defaultValues(group),
    name: group.name,
    course_name: group.course_name,
    course_description: group.course_description,
    course_link: group.course_link,
    signup_url: group.signup_url,
    lti_link: group.lti_link,
    learning_outcomes: group.learning_outcomes,
    skill_category_id: group.skill_category_id === null ? '' : String(group.skill_category_id),
    criteria: group.criteria,
    criteria_url: group.criteria_url,
    alignments: group.alignments,
    tags: group.tags,
    certificate_design_id: group.certificate_design_id,
    badge_design_id: group.badge_design_id,
    meta_data: Object.entries(group.meta_data).map(([key, value]) => [key, plain(value)]),
    prerequisites: group.prerequisites,
    prerequisites_after: group.prerequisites_after ?? '',
    prerequisites_lost: group.prerequisites_lost,
  };
}

const duplicatesOf = (values: DefaultValues) => {
  if (values.allow_duplicate_credentials) return 'allow';
  return values.replace_duplicates ? 'replace' : 'deny';
};

/** The API input for the settings that have defaults. */
export function defaultsInput(values: DefaultValues): GroupInput {
  const { expiry_amount, expiry_unit, generate_private_credential, page_language } = values;
  return {
    language: values.language,
    generate_private_credential:
      generate_private_credential === 'inherit' ? null : generate_private_credential === 'private',
    duplicate_behavior: duplicatesOf(values),
    auto_expiry: expiry_unit === 'never' ? null : { amount: Number(expiry_amount), unit: expiry_unit },
    send_emails: values.send_emails,
    attach_pdf: values.attach_pdf,
    achievement_type: values.achievement_type,
    page_language: page_language === '' ? null : page_language,
    indexing_allowed: values.indexing_allowed,
    organization_link_show: values.organization_link_show,
    course_link_show: values.course_link_show,
    signup_url_show: values.signup_url_show,
    earners_show: values.earners_show,
    evidence_allowed: values.evidence_allowed,
    references_allowed: values.references_allowed,
    evidence_approval: values.evidence_approval,
    evidence_required: values.evidence_required,
    grade_bands: values.grade_bands
      .map(({ from, name }) => ({ from: Number(from), name: name.trim() }))
      .sort((a, b) => a.from - b.from),
    least_grade: values.least_grade.trim() === '' ? null : Number(values.least_grade),
    actions: {
      share: values['actions.share'],
      download: values['actions.download'],
      linkedin: values['actions.linkedin'],
      verify: values['actions.verify'],
    },
    sender: {
      name: values['sender.name'].trim(),
      reply_to: values['sender.reply_to'].trim(),
      cc: values['sender.cc'],
      bcc: values['sender.bcc'],
    },
  };
}

/**
 * The API input for a group. If there are both designs, the certificate is the primary one. Metadata values that are not
 * strings and were not edited keep their type.
 */
export function groupInput(values: GroupValues, saved?: Group): GroupInput {
  return {
    ...defaultsInput(values),
    name: values.name.trim(),
    course_name: values.course_name.trim(),
    course_description: values.course_description.trim(),
    course_link: values.course_link.trim(),
    signup_url: values.signup_url.trim(),
    lti_link: values.lti_link.trim(),
    learning_outcomes: values.learning_outcomes,
    skill_category_id: values.skill_category_id === '' ? null : Number(values.skill_category_id),
    criteria: values.criteria.trim(),
    criteria_url: values.criteria_url.trim(),
    alignments: values.alignments,
    tags: values.tags,
    certificate_design_id: values.certificate_design_id,
    badge_design_id: values.badge_design_id,
    primary_design_id: values.certificate_design_id ?? values.badge_design_id,
    prerequisites: values.prerequisites.map(({ id }) => ({ id })),
    prerequisites_after: values.prerequisites_after === '' ? null : values.prerequisites_after,
    prerequisites_lost: values.prerequisites_lost,
    meta_data: Object.fromEntries(
      values.meta_data
        .filter(([key]) => key.trim() !== '')
        .map(([key, value]) => {
          const before = saved?.meta_data[key];
          return [key.trim(), before !== undefined && plain(before) === value ? before : value];
        }),
    ),
  };
}

/** Metadata values may be any JSON. Values other than strings are shown and edited as JSON. */
const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function privacyOf(flag: boolean | null): Privacy {
  if (flag === null) return 'inherit';
  return flag ? 'private' : 'public';
}

function isUnit(unit: string | undefined): unit is 'day' | 'month' | 'year' {
  return unit === 'day' || unit === 'month' || unit === 'year';
}
