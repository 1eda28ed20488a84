import { Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { Facts } from '../../ui/Facts';
import { Panel } from '../../ui/Panel';
import { type Credential, type CredentialEvent, historyQuery } from './api';
import styles from './CredentialPage.module.css';

/** When what happened to a credential, and who did it. */
export function CredentialHistory({ credential }: { credential: Credential }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error } = useQuery(historyQuery(credential.uuid));
  return (
    <Panel title={t('credentials.history.title')}>
      <Facts
        facts={[
          [t('credentials.history.created'), format.dateTime(credential.created_at)],
          [
            t('credentials.history.published'),
            credential.published_at && format.dateTime(credential.published_at),
          ],
          [t('credentials.history.changed'), format.dateTime(credential.updated_at)],
        ]}
      />
      {error && <Text c="dimmed">{t('credentials.history.failed')}</Text>}
      {!data && !error && <Skeleton height={40} />}
      {data && <Events events={data} />}
    </Panel>
  );
}

const TOLD = ['updated', 'suspended', 'reinstated', 'revoked', 'deleted', 'restored', 'resent'] as const;

function Events({ events }: { events: readonly CredentialEvent[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const told = events.flatMap((event) => {
    const action = TOLD.find((one) => event.action === `credential.${one}`);
    return action ? [{ ...event, action }] : [];
  });
  if (told.length === 0) return null;
  return (
    <ul className={styles.mails}>
      {told.map(({ id, action, by, at, details }) => (
        <li key={id}>
          <Text>{t(`credentials.history.action.${action}`)}</Text>
          <div className={styles.when}>
            {t('credentials.history.line', {
              who: isolate(by || t('credentials.history.somebody')),
              time: isolate(format.dateTime(at)),
            })}
          </div>
          <Why details={details} revoked={action === 'revoked'} />
        </li>
      ))}
    </ul>
  );
}

/** The reason and the note of a change of standing. */
function Why({ details, revoked }: { details: CredentialEvent['details']; revoked: boolean }) {
  const { t } = useTranslation();
  const { reason, note } = details;
  if (typeof reason !== 'string') return null;
  return (
    <Group gap={4}>
      <Text dir="auto">{revoked ? t(`revocation.${reason as 'other'}`) : reason}</Text>
      {typeof note === 'string' && (
        <Text dir="auto" c="dimmed">
          {note}
        </Text>
      )}
    </Group>
  );
}
