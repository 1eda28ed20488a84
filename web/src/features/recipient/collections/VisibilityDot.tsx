import { useTranslation } from 'react-i18next';
import { StateDot } from '../../../ui/StateDot';
import type { Collection } from './api';

/** Whether the link of a collection no longer works. */
export const expired = ({ visibility, expires_at }: Collection) =>
  visibility !== 'private' && expires_at !== null && Date.parse(expires_at) <= Date.now();

/** Who can open a collection. */
export function VisibilityDot({ collection }: { collection: Collection }) {
  const { t } = useTranslation();
  if (expired(collection)) return <StateDot tone="waiting">{t('collections.expired')}</StateDot>;
  const { visibility } = collection;
  return (
    <StateDot tone={visibility === 'private' ? 'quiet' : 'good'}>
      {t(`collections.visibility.${visibility}`)}
    </StateDot>
  );
}
