import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import type { StateTone } from '../../ui/StateDot';
import type { Approval } from './api';

export const TONES: Record<Approval['state'], StateTone> = {
  waiting: 'waiting',
  approved: 'good',
  overridden: 'good',
  rejected: 'bad',
  withdrawn: 'quiet',
  outdated: 'quiet',
};

/** Returns what a request is for, such as "Publish 12 credentials". */
export function useWhat(): (approval: Approval) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ action, count, design }) =>
    action === 'design'
      ? t('approvals.what.design', {
          name: isolate(design?.name ?? ''),
          version: format.number(design?.version ?? 0),
        })
      : t(`approvals.what.${action}`, { count, number: format.number(count) });
}
