import { useTranslation } from 'react-i18next';
import { email, maxLength, percent, type Rule, required, url } from '../../lib/validation';
import { type Form, useForm } from '../../ui/form/useForm';
import type { Band, DefaultValues, GroupValues } from './groupForm';

/** 100 years in days. The same limit applies to months and years. */
const MAX_AMOUNT = 36_500;

const wholeNumber: Rule = (value) =>
  /^[1-9]\d{0,4}$/.test(value) && Number(value) <= MAX_AMOUNT ? null : { key: 'validation.required' };

const wholeBands: Rule<Band[]> = (bands) => {
  if (bands.some(({ name }) => name.trim() === '')) return { key: 'validation.required' };
  return bands.some(({ from }) => from.trim() === '' || percent(from) !== null)
    ? { key: 'validation.percent' }
    : null;
};

const RULES = {
  expiry_amount: [wholeNumber],
  'sender.name': [maxLength(100)],
  'sender.reply_to': [email],
  least_grade: [percent],
  grade_bands: [wholeBands],
};

function useLabels(): Record<keyof DefaultValues, string> {
  const { t } = useTranslation();
  return {
    language: t('groups.form.language'),
    generate_private_credential: t('groups.form.privacy'),
    allow_duplicate_credentials: t('groups.form.duplicates'),
    replace_duplicates: t('groups.form.duplicatesReplace'),
    expiry_amount: t('groups.form.expiryAmount'),
    expiry_unit: t('groups.form.expiry'),
    send_emails: t('groups.form.sendEmails'),
    attach_pdf: t('groups.form.attachPdf'),
    achievement_type: t('groups.form.achievementType'),
    page_language: t('groups.form.pageLanguage'),
    indexing_allowed: t('groups.form.indexing'),
    organization_link_show: t('groups.form.organizationLink'),
    course_link_show: t('groups.form.courseLinkShow'),
    signup_url_show: t('groups.form.signupShow'),
    earners_show: t('groups.form.earners'),
    evidence_allowed: t('groups.form.evidence'),
    references_allowed: t('groups.form.references'),
    evidence_approval: t('groups.form.evidenceApproval'),
    evidence_required: t('groups.form.evidenceRequired'),
    grade_bands: t('groups.form.bands'),
    least_grade: t('groups.form.leastGrade'),
    'actions.share': t('groups.action.share'),
    'actions.download': t('groups.action.download'),
    'actions.linkedin': t('groups.action.linkedin'),
    'actions.verify': t('groups.action.verify'),
    'sender.name': t('groups.form.senderName'),
    'sender.reply_to': t('groups.form.replyTo'),
    'sender.cc': t('groups.form.cc'),
    'sender.bcc': t('groups.form.bcc'),
  };
}

/** The form for the default settings of new groups. */
export function useDefaultsForm(initial: DefaultValues): Form<DefaultValues> {
  return useForm<DefaultValues>({ initial, labels: useLabels(), rules: RULES });
}

/** The form for creating a group and for its settings. */
export function useGroupForm(initial: GroupValues): Form<GroupValues> {
  const { t } = useTranslation();
  const labels = useLabels();
  return useForm<GroupValues>({
    initial,
    labels: {
      name: t('groups.form.name'),
      course_name: t('groups.form.courseName'),
      course_description: t('groups.form.courseDescription'),
      certificate_design_id: t('groups.form.certificate'),
      badge_design_id: t('groups.form.badge'),
      learning_outcomes: t('groups.form.skills'),
      skill_category_id: t('groups.form.skillCategory'),
      criteria: t('groups.form.criteria'),
      criteria_url: t('groups.form.criteriaUrl'),
      alignments: t('groups.form.alignments'),
      course_link: t('groups.form.courseLink'),
      signup_url: t('groups.form.signup'),
      lti_link: t('groups.form.ltiLink'),
      tags: t('groups.form.tags'),
      meta_data: t('groups.form.metaData'),
      prerequisites: t('groups.stack.groups'),
      prerequisites_after: t('groups.stack.after'),
      prerequisites_lost: t('groups.stack.whenLost'),
      ...labels,
    },
    rules: {
      ...RULES,
      name: [required, maxLength(255)],
      course_name: [required, maxLength(255)],
      course_description: [maxLength(5000)],
      course_link: [url, maxLength(2048)],
      signup_url: [url, maxLength(2048)],
      lti_link: [url, maxLength(2048)],
      criteria: [maxLength(5000)],
      criteria_url: [url, maxLength(2048)],
    },
  });
}
