import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/session';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { PageHeader } from '../../ui/PageHeader';
import { ApiKeyCreateDialog } from './ApiKeyCreateDialog';
import { ApiKeyTable } from './ApiKeyTable';
import { apiKeysQuery } from './api';

/** The keys by which other programs act for this department. */
export function Component() {
  const { t } = useTranslation();
  const mayManage = usePermission('manage_api_keys');
  const { data, error, refetch } = useQuery({ ...apiKeysQuery(), enabled: mayManage });
  const [creating, setCreating] = useState(false);
  const create = mayManage && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('apiKeys.new')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('apiKeys.title')}
        subtitle={t('apiKeys.subtitle')}
        action={data?.length !== 0 && create}
      />
      {!mayManage ? (
        <EmptyState title={t('apiKeys.denied.title')} description={t('apiKeys.denied.description')} />
      ) : error && !data ? (
        <ErrorPage onRetry={() => void refetch()} detail={error.message} />
      ) : data?.length === 0 ? (
        <EmptyState
          title={t('apiKeys.empty.title')}
          description={t('apiKeys.empty.description')}
          action={create}
        />
      ) : (
        <ApiKeyTable keys={data} />
      )}
      {creating && <ApiKeyCreateDialog onClose={() => setCreating(false)} />}
    </>
  );
}
