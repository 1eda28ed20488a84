import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/errors';
import { toast } from '../../../ui/toast/toast';
import { downloadArchive } from './api';
import { useZip } from './useZip';

/** Downloads credentials as a ZIP file. `bytes` is what has arrived, or null while nothing is downloaded. */
export function useArchive(ids: () => Promise<string[]>) {
  const { t } = useTranslation();
  const zip = useZip(t('wallet.zip.fileName'));
  const start = async () => {
    try {
      const done = await zip.start(async (onBytes, signal) => downloadArchive(await ids(), onBytes, signal));
      if (done) toast.success(t('wallet.zip.done'));
    } catch (error) {
      toast.formWarning((error instanceof ApiError && error.lines[0]) || t('wallet.zip.failed'), []);
    }
  };
  return { bytes: zip.bytes, start, cancel: zip.cancel };
}
