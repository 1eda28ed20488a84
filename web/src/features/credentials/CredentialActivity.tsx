import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { Panel } from '../../ui/Panel';
import { type Credential, historyQuery, mailsQuery } from './api';
import styles from './CredentialPage.module.css';
import { type Happening, happenings } from './happenings';

/** The events and emails of a credential, newest first. */
export function CredentialActivity({ credential }: { credential: Credential }) {
  const { t } = useTranslation();
  const history = useQuery(historyQuery(credential.uuid));
  const mails = useQuery(mailsQuery(credential.uuid));
  if (history.error || mails.error) return <Text c="dimmed">{t('credentials.history.failed')}</Text>;
  if (!history.data || !mails.data) return <Skeleton height={120} />;
  return (
    <Panel>
      <ol className={styles.mails}>
        {happenings(credential, history.data, mails.data).map((one) => (
          <Line key={one.key} happening={one} />
        ))}
      </ol>
    </Panel>
  );
}

function Line({ happening: { what, by, at, detail } }: { happening: Happening }) {
  const { t } = useTranslation();
  const format = useFormat();
  const time = isolate(format.dateTime(at));
  return (
    <li>
      <Text>{t(`credentials.history.action.${what}`)}</Text>
      {detail && (
        <Text dir="auto" c="dimmed">
          {detail.reason ? t(`revocation.${detail.reason as 'other'}`) : detail.text}
        </Text>
      )}
      {detail?.note && (
        <Text dir="auto" c="dimmed">
          {detail.note}
        </Text>
      )}
      <div className={styles.when}>
        {by === undefined
          ? time
          : t('credentials.history.line', { who: isolate(by || t('credentials.history.somebody')), time })}
      </div>
    </li>
  );
}
