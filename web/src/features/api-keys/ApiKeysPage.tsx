import { Anchor, Button, Code, Group, VisuallyHidden } from '@mantine/core';
import { IconBook, IconListDetails, IconPencil, IconPlus, IconRotate, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { AccessDenied } from '../../ui/AccessDenied';
import { ActionMenu } from '../../ui/ActionMenu';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { useListState } from '../../ui/list/useListState';
import { PageHeader } from '../../ui/PageHeader';
import { StateDot } from '../../ui/StateDot';
import { type Column, DataTable } from '../../ui/table/DataTable';
import { ApiKeyCreateDialog } from './ApiKeyCreateDialog';
import { ApiKeyEditDialog } from './ApiKeyEditDialog';
import styles from './ApiKeys.module.css';
import { type ApiKey, apiKeyPath, apiKeysQuery } from './api';
import { RotateDialog } from './RotateDialog';
import { TestBadge } from './TestBadge';
import { useRevoke } from './useRevoke';
import { STATE_TONE, shownKey, useScopeSummary } from './words';

/** The API keys of the department. */
export function Component() {
  const { t } = useTranslation();
  const list = useListState();
  const mayManage = usePermission('manage_api_keys');
  const { data, error, refetch } = useQuery({ ...apiKeysQuery(), enabled: mayManage });
  const [creating, setCreating] = useState(false);
  const [rotating, setRotating] = useState<ApiKey | null>(null);
  const [editing, setEditing] = useState<ApiKey | null>(null);
  const columns = useColumns(setRotating, setEditing);
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
        action={
          <>
            <Button
              component={Link}
              to="/docs/api"
              variant="default"
              leftSection={<IconBook size={16} aria-hidden />}
            >
              {t('apiKeys.docs')}
            </Button>
            {data?.length !== 0 && create}
          </>
        }
      />
      {!mayManage ? (
        <AccessDenied permission="manage_api_keys" />
      ) : error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : (
        <DataTable
          label={t('apiKeys.title')}
          rows={data}
          rowId={(key) => key.id}
          list={list}
          columns={columns}
          empty={
            <EmptyState
              title={t('apiKeys.empty.title')}
              description={t('apiKeys.empty.description')}
              action={create}
            />
          }
        />
      )}
      {creating && <ApiKeyCreateDialog onClose={() => setCreating(false)} />}
      {editing && <ApiKeyEditDialog apiKey={editing} onClose={() => setEditing(null)} />}
      {rotating && <RotateDialog apiKey={rotating} onClose={() => setRotating(null)} />}
    </>
  );
}

function useColumns(onRotate: (key: ApiKey) => void, onEdit: (key: ApiKey) => void): Column<ApiKey>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const summary = useScopeSummary();
  const revoke = useRevoke();
  return [
    {
      key: 'name',
      header: t('apiKeys.column.name'),
      render: (key) => (
        <Group gap="xs">
          <Anchor component={Link} to={apiKeyPath(key.id)} inherit fw={500} className={styles.name}>
            <bdi>{key.name}</bdi>
          </Anchor>
          {key.mode === 'test' && <TestBadge />}
        </Group>
      ),
    },
    {
      key: 'masked',
      header: t('apiKeys.column.key'),
      wideOnly: true,
      render: (key) => (
        <Code dir="ltr" className={styles.key}>
          {shownKey(key)}
        </Code>
      ),
    },
    {
      key: 'scopes',
      header: t('apiKeys.column.scopes'),
      wideOnly: true,
      render: (key) => summary(key.scopes),
    },
    {
      key: 'used',
      header: t('apiKeys.column.used'),
      wideOnly: true,
      render: (key) => (key.last_used_at ? format.relative(key.last_used_at) : t('apiKeys.neverUsed')),
    },
    {
      key: 'expires',
      header: t('apiKeys.column.expires'),
      wideOnly: true,
      render: (key) => (key.expires_at ? format.date(key.expires_at) : t('apiKeys.neverExpires')),
    },
    {
      key: 'state',
      header: t('apiKeys.column.state'),
      render: (key) => <StateDot tone={STATE_TONE[key.state]}>{t(`apiKeys.state.${key.state}`)}</StateDot>,
    },
    {
      key: 'menu',
      header: <VisuallyHidden>{t('apiKeys.column.actions')}</VisuallyHidden>,
      align: 'end',
      render: (key) => (
        <ActionMenu
          label={t('apiKeys.menu', { name: key.name })}
          actions={[
            { key: 'open', label: t('apiKeys.log.title'), icon: IconListDetails, to: apiKeyPath(key.id) },
            { key: 'edit', label: t('apiKeys.edit.action'), icon: IconPencil, run: () => onEdit(key) },
            {
              key: 'rotate',
              label: t('apiKeys.rotate.action'),
              icon: IconRotate,
              run: () => onRotate(key),
            },
            {
              key: 'revoke',
              label: t('apiKeys.revoke.action'),
              icon: IconTrash,
              danger: true,
              run: () => void revoke(key),
            },
          ]}
        />
      ),
    },
  ];
}
