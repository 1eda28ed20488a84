import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../ui/toast/toast';
import { decideOnReference, type Reference } from './api';

/** Approves a reference for public display. Errors are shown by the application. */
export function useApproval(uuid: string, reference: Reference, onDone: () => Promise<unknown>) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const approve = async () => {
    setBusy(true);
    try {
      await decideOnReference(uuid, reference.id, 'approve');
      toast.success(t('references.done.approved'));
    } finally {
      await onDone();
      setBusy(false);
    }
  };
  return { busy, approve: () => void approve().catch(() => undefined) };
}
