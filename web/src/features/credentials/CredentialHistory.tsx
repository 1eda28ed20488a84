import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { customAttributesQuery } from '../../api/queries/attributes';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { Facts } from '../../ui/Facts';
import { Panel } from '../../ui/Panel';
import { type Credential, type CredentialEvent, historyQuery } from './api';
import styles from './CredentialPage.module.css';
import { type Change, changesOf } from './changes';

/** Every change of a credential: the values before and after, the user and the time. */
export function CredentialHistory({ credential }: { credential: Credential }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error } = useQuery(historyQuery(credential.uuid));
  const changed = (data ?? []).filter(
    (event) => changesOf(event, format.list).length > 0 || event.details.corrected_with,
  );
  return (
    <Panel>
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
      {data && changed.length === 0 && <Text c="dimmed">{t('credentials.history.none')}</Text>}
      {changed.length > 0 && (
        <ol className={styles.mails}>
          {changed.map((event) => (
            <Edit key={event.id} event={event} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

function Edit({ event }: { event: CredentialEvent }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: attributes } = useQuery(customAttributesQuery());
  const nameOf = (field: Change['field']) =>
    field.startsWith('custom.')
      ? (attributes?.find(({ key }) => key === field.slice(7))?.name ?? field.slice(7))
      : t(`credentials.history.field.${field as 'name'}`);
  return (
    <li>
      {changesOf(event, format.list).map(({ field, before, after }) => (
        <div key={field} className={styles.change}>
          <Text c="dimmed">{nameOf(field)}</Text>
          <div>
            <del>
              <bdi>{before || t('credentials.history.empty')}</bdi>
            </del>{' '}
            <span aria-hidden className={styles.to} />{' '}
            <ins>
              <bdi>{after || t('credentials.history.empty')}</bdi>
            </ins>
          </div>
        </div>
      ))}
      {event.details.corrected_with !== undefined && <Text>{t('credentials.history.corrected')}</Text>}
      <div className={styles.when}>
        {t('credentials.history.line', {
          who: isolate(event.by || t('credentials.history.somebody')),
          time: isolate(format.dateTime(event.at)),
        })}
      </div>
    </li>
  );
}
