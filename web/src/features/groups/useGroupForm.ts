import { useTranslation } from 'react-i18next';
import { maxLength, type Rule, required, url } from '../../lib/validation';
import { type Form, useForm } from '../../ui/form/useForm';
import type { GroupValues } from './groupForm';

const MAX_AMOUNT: Record<string, number> = { day: 36_500, month: 1_200, year: 100 };

/** The form of a group, for creating one and for its settings. */
export function useGroupForm(initial: GroupValues): Form<GroupValues> {
  const { t } = useTranslation();
  return useForm<GroupValues>({
    initial,
    labels: {
      name: t('groups.form.name'),
      course_name: t('groups.form.courseName'),
      course_description: t('groups.form.courseDescription'),
      course_link: t('groups.form.courseLink'),
      language: t('groups.form.language'),
      certificate_design_id: t('groups.form.certificate'),
      badge_design_id: t('groups.form.badge'),
      generate_private_credential: t('groups.form.privacy'),
      allow_duplicate_credentials: t('groups.form.duplicates'),
      expiry_amount: t('groups.form.expiryAmount'),
      expiry_unit: t('groups.form.expiry'),
      send_emails: t('groups.form.sendEmails'),
      attach_pdf: t('groups.form.attachPdf'),
    },
    rules: {
      name: [required, maxLength(255)],
      course_name: [required, maxLength(255)],
      course_description: [maxLength(5000)],
      course_link: [url, maxLength(2048)],
      expiry_amount: [wholeNumber],
    },
  });
}

/** The amount is asked for, and judged, in the unit beside it; at most 100 years of any. */
const wholeNumber: Rule = (value) =>
  /^[1-9]\d{0,4}$/.test(value) && Number(value) <= (MAX_AMOUNT.day ?? 0)
    ? null
    : { key: 'validation.required' };
