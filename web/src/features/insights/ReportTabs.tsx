import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { usePermission } from '../../api/session';
import { TabStrip } from '../../ui/TabStrip';
import { REPORTS, type ReportName } from './api';

/** The reports as tabs. The filters stay when another one is opened. */
export function ReportTabs({ open, search }: { open: ReportName; search: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayAudit = usePermission('view_audit_log');
  const shown = REPORTS.filter((name) => name !== 'team' || mayAudit);
  const path = (name: string | null) => `/insights${name === 'overview' ? '' : `/${name}`}`;
  return (
    <Tabs
      value={open}
      onChange={(name) => void navigate({ pathname: path(name), search })}
      activateTabWithKeyboard={false}
    >
      <TabStrip open={open} mb={0} aria-label={t('insights.reports')}>
        {shown.map((name) => (
          <Tabs.Tab key={name} value={name} aria-controls={undefined}>
            {t(`insights.report.${name}`)}
          </Tabs.Tab>
        ))}
      </TabStrip>
    </Tabs>
  );
}
