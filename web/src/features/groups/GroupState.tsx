import { useTranslation } from 'react-i18next';
import { StateDot } from '../../ui/StateDot';
import type { Group } from './api';

/** The state of a group. A missing design is shown instead of "active", because such a group cannot have credentials yet. */
export function GroupState({ group }: { group: Group }) {
  const { t } = useTranslation();
  if (group.state === 'archived') return <StateDot tone="quiet">{t('groups.state.archived')}</StateDot>;
  if (group.primary_design_id === null)
    return <StateDot tone="waiting">{t('groups.state.noDesign')}</StateDot>;
  return <StateDot tone="good">{t('groups.state.active')}</StateDot>;
}
