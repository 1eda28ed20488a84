import { Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/errors';
import { usePermission } from '../../api/session';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { PageHeader } from '../../ui/PageHeader';
import { TabStrip } from '../../ui/TabStrip';
import { type EmailSettings, settingsQuery } from './api';

/** The tabs, by their path below /settings/email. */
const TABS = {
  general: '',
  sender: '/sender',
  server: '/server',
  templates: '/templates',
  suppressions: '/suppressions',
  schedule: '/schedule',
  log: '/log',
} as const;

export type EmailTab = keyof typeof TABS;

interface EmailPageProps {
  tab: EmailTab;
  children: (settings: EmailSettings) => ReactNode;
}

/** A page of the email settings: its heading, its tabs, and what it shows once the settings are there. */
export function EmailPage({ tab, children }: EmailPageProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayManage = usePermission('manage_emails');
  const { data, error, refetch } = useQuery({ ...settingsQuery(), enabled: mayManage });
  const denied = !mayManage || (error instanceof ApiError && error.status === 403);
  return (
    <>
      <PageHeader title={t('emailSettings.title')} subtitle={t('emailSettings.subtitle')} />
      {denied ? (
        <EmptyState
          title={t('emailSettings.denied.title')}
          description={t('emailSettings.denied.description')}
        />
      ) : (
        <Tabs
          value={tab}
          onChange={(next) => void navigate(`/settings/email${TABS[(next ?? 'general') as EmailTab]}`)}
        >
          <TabStrip open={tab} aria-label={t('emailSettings.tabs.label')}>
            {(Object.keys(TABS) as EmailTab[]).map((one) => (
              <Tabs.Tab key={one} value={one}>
                {t(`emailSettings.tabs.${one}`)}
              </Tabs.Tab>
            ))}
          </TabStrip>
          {(Object.keys(TABS) as EmailTab[]).map((one) => (
            <Tabs.Panel key={one} value={one}>
              {one !== tab ? null : data ? (
                children(data)
              ) : error ? (
                <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
              ) : (
                <Skeleton height={240} />
              )}
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </>
  );
}
