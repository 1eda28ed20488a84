import { ActionIcon, Alert, Button, Group, Input, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { Copied } from '../../ui/Copied';
import { dialog } from '../../ui/dialog/dialog';
import { Modal } from '../../ui/dialog/Modal';
import { ErrorPage } from '../../ui/ErrorPage';
import { type Connection, createScimKey, revokeScimKey, type ScimKey, scimKeysQuery } from './api';
import { useChange } from './useChange';

const BLOCK = { label: { display: 'block' } };
const INK = { message: { color: 'var(--lr-ink)' } };

interface ProvisioningDialogProps {
  connection: Connection;
  onClose: () => void;
}

/** The address and the keys with which a provider says who belongs to the department. */
export function ProvisioningDialog({ connection, onClose }: ProvisioningDialogProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(scimKeysQuery(connection.id));
  const [secret, setSecret] = useState('');
  const [busy, setBusy] = useState(false);
  const change = useChange();
  const create = async () => {
    setBusy(true);
    await change(
      async () => setSecret(await createScimKey(connection.id)),
      t('companySignIn.provisioning.created'),
    );
    setBusy(false);
  };
  const title = t('companySignIn.provisioning.title', { name: isolate(connection.name) });
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeOnClickOutside={!secret}>
      <Stack gap="md">
        <Text>{t('companySignIn.provisioning.lead')}</Text>
        {data ? (
          <>
            <Input.Wrapper labelElement="div" label={t('companySignIn.provisioning.url')} styles={BLOCK}>
              <Copied value={data.url} label={t('companySignIn.provisioning.urlCopy')} />
            </Input.Wrapper>
            {secret && (
              <Alert
                color="yellow"
                variant="light"
                icon={<IconAlertTriangle size={18} aria-hidden />}
                styles={INK}
              >
                <Text mb="xs">{t('companySignIn.provisioning.once')}</Text>
                <Copied value={secret} label={t('companySignIn.provisioning.keyCopy')} />
              </Alert>
            )}
            <Keys keys={data.scim_keys} connection={connection} onRevoked={() => setSecret('')} />
          </>
        ) : error ? (
          <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
        ) : (
          <Skeleton height={120} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('companySignIn.provisioning.close')}
          </Button>
          <Button onClick={() => void create()} loading={busy} disabled={!data}>
            {t('companySignIn.provisioning.create')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface KeysProps {
  keys: readonly ScimKey[];
  connection: Connection;
  onRevoked: () => void;
}

function Keys({ keys, connection, onRevoked }: KeysProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const change = useChange();
  const revoke = async ({ id }: ScimKey) => {
    const sure = await dialog.confirm({
      title: t('companySignIn.provisioning.revokeTitle'),
      body: t('companySignIn.provisioning.revokeBody'),
      confirmLabel: t('companySignIn.provisioning.revoke'),
      danger: true,
    });
    if (!sure) return;
    await change(() => revokeScimKey(connection.id, id), t('companySignIn.provisioning.revoked'));
    onRevoked();
  };
  if (keys.length === 0) return <Text c="dimmed">{t('companySignIn.provisioning.none')}</Text>;
  return (
    <Stack gap="xs" component="ul" p={0} m={0} aria-label={t('companySignIn.provisioning.keys')}>
      {keys.map((key) => (
        <Group key={key.id} component="li" justify="space-between" wrap="nowrap">
          <div>
            <Text size="sm" ff="monospace">
              <bdi dir="ltr">{key.masked}</bdi>
            </Text>
            <Text size="sm" c="dimmed">
              {key.last_used_at
                ? t('companySignIn.provisioning.used', { date: format.dateTime(key.last_used_at) })
                : t('companySignIn.provisioning.unused', { date: format.dateTime(key.created_at) })}
            </Text>
          </div>
          <ActionIcon
            aria-label={t('companySignIn.provisioning.revokeFor', { key: isolate(key.masked.slice(-6)) })}
            onClick={() => void revoke(key)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  );
}
