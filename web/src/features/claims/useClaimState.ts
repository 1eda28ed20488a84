import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import type { ClaimLink } from './api';

/** Returns a function that describes whether a link accepts claims at the moment. */
export function useClaimState() {
  const { t } = useTranslation();
  const format = useFormat();
  return (link: ClaimLink, now = Date.now()): { tone: 'good' | 'waiting' | 'quiet'; words: string } => {
    if (link.state === 'paused') return { tone: 'waiting', words: t('claims.state.paused') };
    if (link.opens_at && Date.parse(link.opens_at) > now)
      return { tone: 'waiting', words: t('claims.state.notOpen', { time: format.dateTime(link.opens_at) }) };
    if (link.closes_at && Date.parse(link.closes_at) <= now)
      return { tone: 'quiet', words: t('claims.state.closed') };
    if (link.quota !== null && link.taken_count >= link.quota)
      return { tone: 'quiet', words: t('claims.state.full') };
    return { tone: 'good', words: t('claims.state.open') };
  };
}
