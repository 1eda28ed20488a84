import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isolate } from '../lib/bidi';
import { dialog } from './dialog/dialog';

/** Returns to the system that somebody came from, after showing its URL for confirmation. */
export function ReturnButton({ address, fullWidth = true }: { address: string | null; fullWidth?: boolean }) {
  const { t } = useTranslation();
  if (!address) return null;
  const leave = async () => {
    const trusted = await dialog.agree({
      title: t('alerts.redirect.title'),
      body: t('alerts.redirect.body', { url: isolate(address) }),
      confirmLabel: t('alerts.redirect.agree'),
      cancelLabel: t('ui.dialog.cancel'),
    });
    if (trusted) window.location.assign(address);
  };
  return (
    <Button variant="default" fullWidth={fullWidth} onClick={() => void leave()}>
      {t('signIn.ssoReturn', { host: isolate(new URL(address).host) })}
    </Button>
  );
}
