import { useTranslation } from 'react-i18next';
import { StateDot } from '../../../ui/StateDot';
import type { Template } from './api';

/** Whether a template is used. */
export function State({ template }: { template: Template }) {
  const { t } = useTranslation();
  if (template.fault !== '') return <StateDot tone="bad">{t('emailTemplates.state.fault')}</StateDot>;
  if (template.default) return <StateDot tone="good">{t('emailTemplates.state.default')}</StateDot>;
  return (
    <StateDot tone={template.state === 'active' ? 'good' : 'quiet'}>
      {t(`emailTemplates.state.${template.state}`)}
    </StateDot>
  );
}
