import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/session';
import { AccessDenied } from '../../ui/AccessDenied';
import { ErrorPage } from '../../ui/ErrorPage';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { type EmbedSettings, embedSettingsQuery } from './api';
import { OriginForm } from './OriginForm';
import { OriginTable } from './OriginTable';
import { PlainContract } from './PlainContract';

/** Settings for embedding the design editor: allowed origins and the authorization mode. */
export function Component() {
  const { t } = useTranslation();
  const mayManage = usePermission('manage_department');
  const { data, error, refetch } = useQuery({ ...embedSettingsQuery(), enabled: mayManage });
  const sampleHosts = data?.sample_hosts;
  return (
    <>
      <PageHeader
        title={t('embed.settings.title')}
        subtitle={t('embed.settings.subtitle')}
        action={
          sampleHosts && (
            <Anchor href={sampleHosts} target="_blank" rel="noreferrer">
              {t('embed.settings.tryIt')}
            </Anchor>
          )
        }
      />
      {!mayManage ? (
        <AccessDenied permission="manage_department" />
      ) : error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : (
        <Panels settings={data} />
      )}
    </>
  );
}

/** `settings` is undefined while loading. */
function Panels({ settings }: { settings: EmbedSettings | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <Panel title={t('embed.settings.origins.title')} description={t('embed.settings.origins.description')}>
        {settings ? <OriginTable origins={settings.origins} /> : <Skeleton height={96} />}
        <OriginForm />
      </Panel>
      <Panel title={t('embed.settings.plain.title')} description={t('embed.settings.plain.description')}>
        {settings ? <PlainContract allowed={settings.plain_contract} /> : <Skeleton height={40} />}
      </Panel>
    </>
  );
}
