import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/errors';
import { saveBlob } from '../../../lib/saveBlob';
import { toast } from '../../../ui/toast/toast';
import { downloadArchive } from './api';

/** Downloads credentials as a ZIP file. `bytes` is what has arrived, or null while nothing is downloaded. */
export function useArchive(ids: () => Promise<string[]>) {
  const { t } = useTranslation();
  const [bytes, setBytes] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const stop = new AbortController();
    running.current = stop;
    setBytes(0);
    try {
      const blob = await downloadArchive(await ids(), setBytes, stop.signal);
      saveBlob(blob, t('wallet.zip.fileName'));
      toast.success(t('wallet.zip.done'));
    } catch (error) {
      if (!stop.signal.aborted) toast.formWarning(messageOf(error, t('wallet.zip.failed')), []);
    } finally {
      running.current = null;
      setBytes(null);
    }
  };
  return { bytes, start, cancel: () => running.current?.abort() };
}

function messageOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.lines[0]) || fallback;
}
