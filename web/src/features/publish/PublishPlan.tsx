import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { Facts } from '../../ui/Facts';
import { planQuery, type Selection } from './api';

interface PublishPlanProps {
  selection: Selection;
  sendEmail: boolean;
}

/** The number of new recipients, the credits they cost, and the number of emails. */
export function PublishPlan({ selection, sendEmail }: PublishPlanProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: plan } = useQuery(planQuery(selection));
  if (!plan) return null;
  const { used, left } = plan.credits;
  return (
    <Facts
      facts={[
        [t('publish.plan.count'), format.number(plan.count)],
        [
          t('publish.plan.withoutEvidence'),
          plan.without_evidence_count > 0 ? format.number(plan.without_evidence_count) : null,
        ],
        [
          t('publish.plan.gradeTooLow'),
          plan.grade_too_low_count > 0 ? format.number(plan.grade_too_low_count) : null,
        ],
        [t('publish.plan.newRecipients'), format.number(plan.new_recipients)],
        [
          t('publish.plan.credits'),
          left === null
            ? null
            : t('publish.plan.creditsOf', { used: format.number(used), left: format.number(left) }),
        ],
        [t('publish.plan.mails'), format.number(sendEmail ? plan.mail_count : 0)],
      ]}
    />
  );
}
