import { Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { saveBlob } from '../../lib/saveBlob';
import { type Credential, credentialsQuery, learnerRecord } from './api';
import { LifeForm } from './LifeForm';

/** The maximum number of credentials in a record. */
const MOST = 50;

/** Downloads credentials of one recipient as a signed learner record. The issuer selects which ones. */
export function RecordDialog({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { email, name } = credential.recipient;
  const { data } = useQuery(
    credentialsQuery({ email, state: 'published,expired', sort: '-issued_on', page_size: MOST }),
  );
  const [left, setLeft] = useState<readonly number[]>([]);
  const all = data?.credentials.filter((one) => one.superseded_by === null) ?? [];
  const ids = all.map((one) => one.accredible_internal_id).filter((id) => !left.includes(id));
  return (
    <LifeForm
      title={t('credentials.record.title', { name: isolate(name) })}
      confirm={t('credentials.record.confirm')}
      ready={ids.length > 0}
      failed={t('credentials.links.failed')}
      onClose={onClose}
      onConfirm={async () => saveBlob(await learnerRecord(ids), `${name}.json`)}
    >
      <Text>{t('credentials.record.body')}</Text>
      {data ? (
        <Stack gap="xs" mah={320} style={{ overflowY: 'auto' }}>
          {all.map((one) => (
            <Checkbox
              key={one.uuid}
              label={<bdi>{one.name}</bdi>}
              description={format.date(one.issued_on)}
              checked={!left.includes(one.accredible_internal_id)}
              onChange={({ currentTarget: { checked } }) =>
                setLeft((before) =>
                  checked
                    ? before.filter((id) => id !== one.accredible_internal_id)
                    : [...before, one.accredible_internal_id],
                )
              }
            />
          ))}
          {all.length === 0 && <Text c="dimmed">{t('credentials.record.none')}</Text>}
        </Stack>
      ) : (
        <Skeleton height={96} aria-busy />
      )}
      {data && data.meta.total_count > MOST && (
        <Text c="dimmed">{t('credentials.record.most', { number: format.number(MOST) })}</Text>
      )}
    </LifeForm>
  );
}
