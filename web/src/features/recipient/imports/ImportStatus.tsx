import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/useFormat';
import { StateDot, type StateTone } from '../../../ui/StateDot';
import type { Imported, Status } from './api';

const TONES: Record<Status, StateTone> = {
  valid: 'good',
  issuer_unknown: 'waiting',
  expired: 'waiting',
  not_yet_valid: 'waiting',
  suspended: 'waiting',
  in_progress: 'waiting',
  superseded: 'waiting',
  test: 'waiting',
  unreachable: 'quiet',
  unsupported: 'quiet',
  unverified: 'quiet',
  changed: 'bad',
  key_revoked: 'bad',
  revoked: 'bad',
  deleted: 'bad',
};

export function ImportStatus({ imported: { status } }: { imported: Pick<Imported, 'status'> }) {
  const { t } = useTranslation();
  return <StateDot tone={TONES[status]}>{t(`imported.status.${status}`)}</StateDot>;
}

/** What a reader must know besides the status: whose it is, and whether its issuer can be reached. */
export function ImportWarnings({ imported }: { imported: Imported }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { recipient_match: match, unreachable_since: since } = imported;
  return (
    <>
      {match === 'no_match' && (
        <Text size="sm" component="span">
          {t('imported.notYours')}
        </Text>
      )}
      {since && (
        <Text size="sm" component="span">
          {t('imported.unreachableSince', { date: format.date(since) })}
        </Text>
      )}
    </>
  );
}
