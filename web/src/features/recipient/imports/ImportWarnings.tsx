import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/useFormat';
import type { Imported } from './api';

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
