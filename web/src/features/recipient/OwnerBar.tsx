import { Button, Group, Text } from '@mantine/core';
import { IconPaperclip, IconPencil, IconWallet } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PUBLIC_CREDENTIAL } from '../../api/queries/keys';
import { RECIPIENT, recipientQuery, signOutRecipient } from '../../api/recipient';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { dialog } from '../../ui/dialog/dialog';
import { toast } from '../../ui/toast/toast';
import { type OwnedCredential, type OwnNameChange, ownNameChangesQuery, withdrawNameChange } from './api';
import { NameChangeDialog } from './NameChangeDialog';
import styles from './OwnerBar.module.css';
import { PrivacySwitch } from './PrivacySwitch';
import { ownSupplementsQuery } from './supplements/api';

const SupplementsDialog = lazy(async () => ({
  default: (await import('./supplements/SupplementsDialog')).SupplementsDialog,
}));

const WalletAppDialog = lazy(async () => ({
  default: (await import('./offers/WalletAppDialog')).WalletAppDialog,
}));

/** Bar above a public page with the signed-in recipient and the actions for their own credential. */
export function OwnerBar({ credential }: { credential: OwnedCredential }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data: recipient } = useQuery(recipientQuery());
  const { data: changes } = useQuery({
    ...ownNameChangesQuery(credential.uuid),
    enabled: Boolean(recipient),
  });
  const [asking, setAsking] = useState(false);
  const [adding, setAdding] = useState(false);
  const [offering, setOffering] = useState(false);
  if (!recipient) return null;

  const signOut = async () => {
    await signOutRecipient();
    queries.removeQueries({ queryKey: RECIPIENT });
    await queries.resetQueries({ queryKey: PUBLIC_CREDENTIAL });
  };
  const latest = changes?.[0];
  const waiting = latest?.state === 'pending' || latest?.state === 'unconfirmed';
  return (
    <aside className={styles.bar} aria-label={t('recipient.bar.label')}>
      <div className={styles.words}>
        <Text size="sm">{t('recipient.bar.as', { email: isolate(recipient.email) })}</Text>
        {changes && <Counts uuid={credential.uuid} />}
        {latest && <Latest change={latest} />}
      </div>
      <Group gap="xs">
        {changes && !waiting && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {t('recipient.name.ask')}
          </Button>
        )}
        {changes && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPaperclip size={14} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('supplements.title')}
          </Button>
        )}
        {recipient.level === 'full' &&
          changes &&
          credential.state === 'published' &&
          !credential.test &&
          !credential.superseded_by && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconWallet size={14} aria-hidden />}
              onClick={() => setOffering(true)}
            >
              {t('walletApp.action')}
            </Button>
          )}
        {recipient.level === 'full' && changes && <PrivacySwitch credential={credential} />}
        {latest && waiting && <Withdraw uuid={credential.uuid} change={latest} />}
        <Button component={Link} to="/me" size="compact-sm" variant="subtle">
          {t('recipient.bar.all')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => void signOut()}>
          {t('recipient.bar.signOut')}
        </Button>
      </Group>
      {adding && (
        <Suspense fallback={null}>
          <SupplementsDialog uuid={credential.uuid} onClose={() => setAdding(false)} />
        </Suspense>
      )}
      {offering && (
        <Suspense fallback={null}>
          <WalletAppDialog
            uuid={credential.uuid}
            isPrivate={credential.private}
            onClose={() => setOffering(false)}
          />
        </Suspense>
      )}
      {asking && <NameChangeDialog credential={credential} onClose={() => setAsking(false)} />}
    </aside>
  );
}

/** How often others viewed and verified the credential. */
function Counts({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(ownSupplementsQuery(uuid));
  if (!data) return null;
  const { view_count: views, verification_count: checks } = data;
  return (
    <Text size="sm" c="dimmed">
      {views === 0
        ? t('recipient.bar.counts.none')
        : t('recipient.bar.counts.viewed', { count: views, number: format.number(views) })}
      {checks > 0 && (
        <> {t('recipient.bar.counts.verified', { count: checks, number: format.number(checks) })}</>
      )}
    </Text>
  );
}

const TOLD = ['unconfirmed', 'pending', 'approved', 'denied', 'auto_approved'] as const;

/** The state of the latest request. Withdrawn and expired requests are not shown. */
function Latest({ change }: { change: OwnNameChange }) {
  const { t } = useTranslation();
  const state = TOLD.find((one) => one === change.state);
  if (!state) return null;
  const words =
    state !== 'unconfirmed' && (change.kind === 'name' || state === 'auto_approved')
      ? t(`recipient.name.state.${state}`, { name: isolate(change.requested_name) })
      : t(`recipient.name.change.${state}`, { change: isolate(change.requested_name) });
  return (
    <Text size="sm" c="dimmed">
      {words}
      {change.decision_note && <> {isolate(change.decision_note)}</>}
    </Text>
  );
}

function Withdraw({ uuid, change }: { uuid: string; change: OwnNameChange }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const withdraw = async () => {
    const sure = await dialog.confirm({
      title: t('recipient.name.withdraw.title'),
      body:
        change.kind === 'name'
          ? t('recipient.name.withdraw.body', { name: isolate(change.requested_name) })
          : t('recipient.name.withdraw.otherBody'),
      confirmLabel: t('recipient.name.withdraw.confirm'),
    });
    if (!sure) return;
    try {
      await withdrawNameChange(uuid, change.id);
      toast.success(t('recipient.name.withdraw.done'));
    } catch {
      toast.formWarning(t('recipient.name.withdraw.failed'), []);
    } finally {
      await queries.invalidateQueries({ queryKey: RECIPIENT });
    }
  };
  return (
    <Button size="compact-sm" variant="default" onClick={() => void withdraw()}>
      {t('recipient.name.withdraw.action')}
    </Button>
  );
}
