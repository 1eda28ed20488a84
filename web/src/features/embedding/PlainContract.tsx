import { Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { EMBED_SETTINGS } from '../../api/queries/keys';
import { dialog } from '../../ui/dialog/dialog';
import { toast } from '../../ui/toast/toast';
import { allowPlainContract } from './api';

const ON = {
  title: 'embed.settings.plain.onTitle',
  body: 'embed.settings.plain.onBody',
  confirm: 'embed.settings.plain.onConfirm',
  done: 'embed.settings.plain.isOn',
} as const;
const OFF = {
  title: 'embed.settings.plain.offTitle',
  body: 'embed.settings.plain.offBody',
  confirm: 'embed.settings.plain.offConfirm',
  done: 'embed.settings.plain.isOff',
} as const;

/** Whether hosts may put a long-lived authorization into the URL. Off by default; enabling it requires confirmation. */
export function PlainContract({ allowed }: { allowed: boolean }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);

  const change = async (allow: boolean) => {
    const words = allow ? ON : OFF;
    const sure = await dialog.confirm({
      title: t(words.title),
      body: t(words.body),
      confirmLabel: t(words.confirm),
      danger: allow,
    });
    if (!sure) return;
    setBusy(true);
    try {
      queries.setQueryData(EMBED_SETTINGS, await allowPlainContract(allow));
      toast.success(t(words.done));
    } catch (error) {
      const lines = error instanceof ApiError ? error.lines.join('\n') : '';
      await dialog.warning({ title: t('embed.settings.failed'), body: lines || t('problem.generic') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Switch
      label={t('embed.settings.plain.label')}
      description={t('embed.settings.plain.help')}
      checked={allowed}
      disabled={busy}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  );
}
