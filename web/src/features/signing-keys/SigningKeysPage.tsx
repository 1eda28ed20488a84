import { Alert, Anchor, Button, Code, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconKeyOff, IconRotate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { AccessDenied } from '../../ui/AccessDenied';
import { ActionMenu } from '../../ui/ActionMenu';
import { CopyButton } from '../../ui/CopyButton';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { Facts } from '../../ui/Facts';
import { useListState } from '../../ui/list/useListState';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { StateDot, type StateTone } from '../../ui/StateDot';
import { type Column, DataTable } from '../../ui/table/DataTable';
import { toast } from '../../ui/toast/toast';
import { rotateKeys, type SigningKey, signingKeysQuery } from './api';
import { ConfirmDialog } from './ConfirmDialog';
import { DomainPanel } from './DomainPanel';
import { RevokeDialog } from './RevokeDialog';
import styles from './SigningKeys.module.css';

const TONES: Record<SigningKey['state'], StateTone> = { active: 'good', retired: 'quiet', revoked: 'bad' };

/** The signing keys of the current department, with rotation, and revocation of compromised keys. */
export function Component() {
  const { t } = useTranslation();
  const list = useListState();
  const mayManage = usePermission('manage_signing_keys');
  const { data, error, refetch } = useQuery({ ...signingKeysQuery(), enabled: mayManage });
  const [rotating, setRotating] = useState(false);
  const [revoking, setRevoking] = useState<SigningKey | null>(null);
  const columns = useColumns(setRevoking);
  const keys = data?.signing_keys;
  return (
    <>
      <PageHeader
        title={t('signingKeys.title')}
        subtitle={t('signingKeys.subtitle')}
        action={
          keys?.length ? (
            <Button
              variant="default"
              leftSection={<IconRotate size={16} aria-hidden />}
              onClick={() => setRotating(true)}
            >
              {t('signingKeys.rotate.action')}
            </Button>
          ) : undefined
        }
      />
      {!mayManage ? (
        <AccessDenied permission="manage_signing_keys" />
      ) : error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : (
        <Stack gap="lg">
          <Identity did={data?.did} address={data?.did_document_url} />
          <DomainPanel />
          <DataTable
            label={t('signingKeys.title')}
            rows={keys}
            rowId={(key) => key.name}
            list={list}
            columns={columns}
            empty={
              <EmptyState
                title={t('signingKeys.empty.title')}
                description={t('signingKeys.empty.description')}
              />
            }
          />
        </Stack>
      )}
      {rotating && (
        <ConfirmDialog
          title={t('signingKeys.rotate.title')}
          body={t('signingKeys.rotate.body')}
          confirm={t('signingKeys.rotate.action')}
          run={async () => {
            await rotateKeys();
            toast.success(t('signingKeys.rotate.done'));
          }}
          onClose={() => setRotating(false)}
        />
      )}
      {revoking && <RevokeDialog signingKey={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

/**
 * The issuer's DID and the URL of its document, where verifiers find the keys. A DID with a local host name cannot be resolved
 * elsewhere. Both are undefined while loading.
 */
function Identity({ did, address }: { did: string | undefined; address: string | undefined }) {
  const { t } = useTranslation();
  if (did === undefined)
    return (
      <Panel title={t('signingKeys.identity')} description={t('signingKeys.identityLead')}>
        <Skeleton height={64} />
      </Panel>
    );
  const local = /^did:web:(localhost|127\.|%5B)/.test(did);
  return (
    <Panel title={t('signingKeys.identity')} description={t('signingKeys.identityLead')}>
      {local && (
        <Alert
          color="yellow"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={t('signingKeys.onlyLocal')}
        >
          {t('signingKeys.onlyLocalText')}
        </Alert>
      )}
      <Facts
        facts={[
          [
            t('signingKeys.did'),
            <span key="did" className={styles.did}>
              <Code dir="ltr" className={styles.key}>
                {did}
              </Code>
              <CopyButton value={did} label={t('signingKeys.copy')} />
            </span>,
          ],
          [
            t('signingKeys.document'),
            <Anchor
              key="document"
              href={address}
              target="_blank"
              rel="noopener"
              dir="ltr"
              className={styles.key}
            >
              {address}
            </Anchor>,
          ],
        ]}
      />
    </Panel>
  );
}

function useColumns(onRevoke: (key: SigningKey) => void): Column<SigningKey>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return [
    {
      key: 'name',
      header: t('signingKeys.column.key'),
      render: (key) => (
        <Code dir="ltr" className={styles.name} title={key.name}>
          {key.name}
        </Code>
      ),
    },
    {
      key: 'algorithm',
      header: t('signingKeys.column.algorithm'),
      wideOnly: true,
      render: (key) => <bdi>{key.algorithm}</bdi>,
    },
    {
      key: 'created',
      header: t('signingKeys.column.created'),
      wideOnly: true,
      render: (key) => format.date(key.created_at),
    },
    {
      key: 'ended',
      header: t('signingKeys.column.ended'),
      wideOnly: true,
      render: (key) => {
        const ended = key.revoked_at ?? key.retired_at;
        return ended ? format.date(ended) : '–';
      },
    },
    {
      key: 'state',
      header: t('signingKeys.column.state'),
      render: (key) => (
        <>
          <StateDot tone={TONES[key.state]}>{t(`signingKeys.state.${key.state}`)}</StateDot>
          {key.pending_count > 0 && (
            <Text size="xs" c="dimmed">
              {t('signingKeys.pending', {
                count: key.pending_count,
                number: format.number(key.pending_count),
              })}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'menu',
      header: <VisuallyHidden>{t('signingKeys.column.actions')}</VisuallyHidden>,
      align: 'end',
      render: (key) =>
        key.state !== 'revoked' && (
          <ActionMenu
            label={t('signingKeys.menu', { name: key.name.slice(0, 12) })}
            actions={[
              {
                key: 'revoke',
                label: t('signingKeys.revoke.action'),
                icon: IconKeyOff,
                danger: true,
                run: () => onRevoke(key),
              },
            ]}
          />
        ),
    },
  ];
}
