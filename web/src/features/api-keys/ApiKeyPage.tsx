import { Button, Code, Group, Stack } from '@mantine/core';
import { IconPencil, IconRotate, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { AccessDenied } from '../../ui/AccessDenied';
import { ActionMenu } from '../../ui/ActionMenu';
import { ErrorPage } from '../../ui/ErrorPage';
import { Facts } from '../../ui/Facts';
import { NotFound } from '../../ui/NotFound';
import { PageHeader } from '../../ui/PageHeader';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { Panel } from '../../ui/Panel';
import { StateDot } from '../../ui/StateDot';
import { ApiKeyEditDialog } from './ApiKeyEditDialog';
import styles from './ApiKeys.module.css';
import { API_KEYS_PATH, type ApiKey, apiKeysQuery, groupsByIdQuery } from './api';
import { RequestLog } from './RequestLog';
import { RotateDialog } from './RotateDialog';
import { presetOf } from './scopes';
import { TestBadge } from './TestBadge';
import { useRevoke } from './useRevoke';
import { STATE_TONE, shownKey, useScopeLines, useScopeSummary } from './words';

/** One API key: its scopes and limits, and its request log. */
export function Component() {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const mayManage = usePermission('manage_api_keys');
  const { data, error, refetch } = useQuery({ ...apiKeysQuery(), enabled: mayManage });
  const key = data?.find((one) => one.id === id);
  if (!mayManage) return <AccessDenied permission="manage_api_keys" level={1} />;
  if (error && !data) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;
  if (!data) return <PageSkeleton />;
  if (!key) return <NotFound title={t('apiKeys.notFound')} to={API_KEYS_PATH} label={t('apiKeys.title')} />;
  return (
    <>
      <PageHeader
        title={key.name}
        subtitle={
          <Group gap="xs">
            <StateDot tone={STATE_TONE[key.state]}>{t(`apiKeys.state.${key.state}`)}</StateDot>
            {key.mode === 'test' && <TestBadge />}
          </Group>
        }
        back={{ to: API_KEYS_PATH, label: t('apiKeys.title') }}
        action={<Actions apiKey={key} />}
      />
      <Stack gap="md">
        <KeyFacts apiKey={key} />
        <RequestLog id={key.id} />
      </Stack>
    </>
  );
}

function KeyFacts({ apiKey: key }: { apiKey: ApiKey }) {
  const { t } = useTranslation();
  const format = useFormat();
  const summary = useScopeSummary();
  const lines = useScopeLines();
  const { data: groups } = useQuery(groupsByIdQuery(key.group_ids));
  return (
    <Panel>
      <Facts
        facts={[
          [
            t('apiKeys.column.key'),
            <Code key="key" dir="ltr" className={styles.key}>
              {shownKey(key)}
            </Code>,
          ],
          [t('apiKeys.form.mode'), t(`apiKeys.mode.${key.mode}`)],
          [
            t('apiKeys.column.scopes'),
            <Stack key="scopes" gap={2}>
              <span>{summary(key.scopes)}</span>
              {presetOf(key.scopes) !== 'everything' && (
                <span className={styles.dim}>{lines(key.scopes).join(' · ')}</span>
              )}
            </Stack>,
          ],
          [
            t('apiKeys.form.groups'),
            key.group_ids.length === 0
              ? t('apiKeys.form.groupsAll')
              : groups && format.list(groups.map(({ name }) => name)),
          ],
          [
            t('apiKeys.form.addresses'),
            key.allowed_addresses.length === 0 ? (
              t('apiKeys.fact.anywhere')
            ) : (
              <span key="addresses" className={styles.name}>
                {format.list(key.allowed_addresses.map(isolate))}
              </span>
            ),
          ],
          [
            t('apiKeys.form.rate'),
            key.rate_limit === 0 ? t('apiKeys.fact.rateAny') : format.number(key.rate_limit),
          ],
          [
            t('apiKeys.column.expires'),
            key.expires_at ? format.dateTime(key.expires_at) : t('apiKeys.neverExpires'),
          ],
          [t('apiKeys.fact.rotating'), key.rotating_until && format.dateTime(key.rotating_until)],
          [
            t('apiKeys.column.used'),
            key.last_used_at
              ? t('apiKeys.fact.usedFrom', {
                  when: format.relative(key.last_used_at),
                  address: key.last_used_address,
                })
              : t('apiKeys.neverUsed'),
          ],
          [t('apiKeys.fact.created'), format.dateTime(key.created_at)],
          [t('apiKeys.fact.by'), key.created_by],
        ]}
      />
    </Panel>
  );
}

function Actions({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation();
  const revoke = useRevoke();
  const [rotating, setRotating] = useState(false);
  const [editing, setEditing] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRotate size={16} aria-hidden />}
        onClick={() => setRotating(true)}
      >
        {t('apiKeys.rotate.action')}
      </Button>
      <ActionMenu
        label={t('apiKeys.menu', { name: apiKey.name })}
        actions={[
          { key: 'edit', label: t('apiKeys.edit.action'), icon: IconPencil, run: () => setEditing(true) },
          {
            key: 'revoke',
            label: t('apiKeys.revoke.action'),
            icon: IconTrash,
            danger: true,
            run: () => void revoke(apiKey),
          },
        ]}
      />
      {editing && <ApiKeyEditDialog apiKey={apiKey} onClose={() => setEditing(false)} />}
      {rotating && <RotateDialog apiKey={apiKey} onClose={() => setRotating(false)} />}
    </>
  );
}
