import { Skeleton, Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { usePermission } from '../../api/session';
import { dialog } from '../../ui/dialog/dialog';
import { ErrorPage } from '../../ui/ErrorPage';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast/toast';
import { SETTINGS, saveSettings, settingsQuery } from './api';

/** Setting for whether small corrections are approved automatically. */
export function Component() {
  const { t } = useTranslation();
  const mayManage = usePermission('manage_department');
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(settingsQuery());
  const [busy, setBusy] = useState(false);
  if (error && !data) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;
  const change = async (auto_approve: boolean) => {
    setBusy(true);
    try {
      queries.setQueryData(SETTINGS, await saveSettings({ auto_approve }));
      toast.success(t(auto_approve ? 'nameChanges.settings.isOn' : 'nameChanges.settings.isOff'));
    } catch (failure) {
      const lines = failure instanceof ApiError ? failure.lines.join('\n') : '';
      await dialog.warning({ title: t('nameChanges.settings.failed'), body: lines || t('problem.generic') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <PageHeader
        title={t('nameChanges.settings.title')}
        subtitle={t('nameChanges.settings.subtitle')}
        back={{ to: '/name-changes', label: t('nameChanges.title') }}
      />
      <Panel>
        {data ? (
          <Switch
            label={t('nameChanges.settings.auto')}
            description={t('nameChanges.settings.autoHelp')}
            checked={data.auto_approve}
            disabled={busy || !mayManage}
            onChange={(event) => void change(event.currentTarget.checked)}
          />
        ) : (
          <Skeleton height={40} />
        )}
      </Panel>
    </>
  );
}
