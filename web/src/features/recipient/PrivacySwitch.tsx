import { Button } from '@mantine/core';
import { IconLock, IconWorld } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PUBLIC_CREDENTIAL } from '../../api/queries/keys';
import { RECIPIENT } from '../../api/recipient';
import { dialog } from '../../ui/dialog/dialog';
import { toast } from '../../ui/toast/toast';
import { type OwnedCredential, setPrivate } from './api';

/** Shows whether a credential is private, and changes it after saying what that means. */
export function PrivacySwitch({ credential }: { credential: OwnedCredential }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const to = credential.private ? 'public' : 'private';
  const change = async () => {
    const sure = await dialog.confirm({
      title: t(`share.privacy.${to}.title`),
      body: t(`share.privacy.${to}.body`),
      confirmLabel: t(`share.privacy.${to}.confirm`),
    });
    if (!sure) return;
    setBusy(true);
    try {
      await setPrivate(credential.uuid, to === 'private');
      await Promise.all([
        queries.invalidateQueries({ queryKey: RECIPIENT }),
        queries.invalidateQueries({ queryKey: PUBLIC_CREDENTIAL }),
      ]);
      toast.success(t(`share.privacy.${to}.done`));
    } catch {
      toast.formWarning(t('share.privacy.failed'), []);
    } finally {
      setBusy(false);
    }
  };
  const Icon = to === 'private' ? IconLock : IconWorld;
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={busy}
      leftSection={<Icon size={14} aria-hidden />}
      onClick={() => void change()}
    >
      {t(`share.privacy.${to}.confirm`)}
    </Button>
  );
}
