import { Anchor, Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { usePermission } from '../../api/session';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { PageHeader } from '../../ui/PageHeader';
import { type Connection, connectionsQuery } from './api';
import { ConnectionDialog } from './ConnectionDialog';
import { ConnectionTable } from './ConnectionTable';
import { DomainPanel } from './DomainPanel';
import { ProvisioningDialog } from './ProvisioningDialog';
import { TestDialog } from './TestDialog';

/** The providers that sign the members of the department in, and its email domains. */
export function Component() {
  const { t } = useTranslation();
  const mayManage = usePermission('manage_department');
  const maySeePolicy = usePermission('manage_team');
  const { data, error, refetch } = useQuery({ ...connectionsQuery(), enabled: mayManage });
  const [editing, setEditing] = useState<{ connection?: Connection } | null>(null);
  const [provisioning, setProvisioning] = useState<Connection | null>(null);
  const [params, setParams] = useSearchParams();
  const test = params.get('test');
  const denied = !mayManage || (error instanceof ApiError && error.status === 403);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing({})}>
      {t('companySignIn.add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('companySignIn.title')}
        subtitle={
          <>
            {t('companySignIn.subtitle')}{' '}
            {maySeePolicy && (
              <Anchor component={Link} to="/settings/department" inherit underline="always">
                {t('companySignIn.policy')}
              </Anchor>
            )}
          </>
        }
        action={!denied && data?.length !== 0 && add}
      />
      {denied ? (
        <EmptyState
          title={t('companySignIn.denied.title')}
          description={t('companySignIn.denied.description')}
        />
      ) : error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : (
        <Stack gap="lg">
          <ConnectionTable
            connections={data}
            onEdit={(connection) => setEditing({ connection })}
            onProvision={setProvisioning}
            empty={
              <EmptyState
                title={t('companySignIn.empty.title')}
                description={t('companySignIn.empty.description')}
                action={add}
              />
            }
          />
          <DomainPanel />
        </Stack>
      )}
      {editing && <ConnectionDialog connection={editing.connection} onClose={() => setEditing(null)} />}
      {provisioning && <ProvisioningDialog connection={provisioning} onClose={() => setProvisioning(null)} />}
      {test && !denied && <TestDialog uuid={test} onClose={() => setParams({}, { replace: true })} />}
    </>
  );
}
