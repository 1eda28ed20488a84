import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePermission } from '../../api/session';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { InterfacePanel } from './InterfacePanel';
import { PasswordPanel } from './PasswordPanel';
import { ProfilePanel } from './ProfilePanel';
import { SessionList } from './SessionList';
import { TwoStepPanel } from './TwoStepPanel';

/** The user's own account: profile, appearance, password, two-step sign-in and sessions. */
export function Component() {
  const { t } = useTranslation();
  const inDepartment = usePermission('view_department');
  return (
    <>
      <PageHeader
        title={t('account.title')}
        action={
          inDepartment && (
            <Button variant="default" component={Link} to="/account/access">
              {t('team.access.title')}
            </Button>
          )
        }
      />
      <ProfilePanel />
      <InterfacePanel />
      <PasswordPanel />
      <TwoStepPanel />
      <Panel title={t('account.sessions')} description={t('account.sessionsLead')}>
        <SessionList />
      </Panel>
    </>
  );
}
