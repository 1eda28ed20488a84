import { Alert, Code, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { Copied } from '../../ui/Copied';
import { ErrorPage } from '../../ui/ErrorPage';
import { Facts } from '../../ui/Facts';
import { Panel } from '../../ui/Panel';
import { StateDot, type StateTone } from '../../ui/StateDot';
import { domainQuery, type IssuerDomain } from './api';

const TONES: Record<NonNullable<IssuerDomain['state']>, StateTone> = {
  proven: 'good',
  unproven: 'waiting',
  unreachable: 'quiet',
};

/** Whether the department's website confirms it as an issuer, and how to set that up. */
export function DomainPanel() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(domainQuery());
  return (
    <Panel title={t('issuerDomain.title')} description={t('issuerDomain.lead')}>
      {data ? (
        <Domain domain={data.domain} />
      ) : error ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : (
        <Skeleton height={120} />
      )}
    </Panel>
  );
}

function Domain({ domain }: { domain: IssuerDomain }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, state, checked_at, record, file } = domain;
  if (name === null) return <Text>{t('issuerDomain.none')}</Text>;
  return (
    <Stack gap="md">
      <Facts
        facts={[
          [t('issuerDomain.domain'), <bdi key="name">{name}</bdi>],
          [
            t('issuerDomain.state'),
            state && <StateDot tone={TONES[state]}>{t(`issuerDomain.is.${state}`)}</StateDot>,
          ],
          [t('issuerDomain.checked'), checked_at && format.dateTime(checked_at)],
        ]}
      />
      {state !== 'proven' && record && file && (
        <>
          <Text size="sm">{t('issuerDomain.how')}</Text>
          <Facts
            facts={[
              [
                t('issuerDomain.recordName'),
                <Copied key="name" value={record.name} label={t('issuerDomain.copy')} />,
              ],
              [t('issuerDomain.recordType'), <Code key="type">{record.type}</Code>],
              [
                t('issuerDomain.recordValue'),
                <Copied key="value" value={record.value} label={t('issuerDomain.copy')} />,
              ],
            ]}
          />
          <Text size="sm">{t('issuerDomain.or')}</Text>
          <Facts
            facts={[
              [
                t('issuerDomain.fileAddress'),
                <Copied key="address" value={file.url} label={t('issuerDomain.copy')} />,
              ],
              [
                t('issuerDomain.fileContent'),
                <Copied key="content" value={file.content} label={t('issuerDomain.copy')} cut />,
              ],
            ]}
          />
          {state === 'unreachable' && <Alert color="yellow">{t('issuerDomain.unreachable')}</Alert>}
        </>
      )}
    </Stack>
  );
}
