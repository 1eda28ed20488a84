import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { dialog } from '../../ui/dialog/dialog';
import { toast } from '../../ui/toast/toast';
import {
  type Credential,
  deleteCredential,
  deleteCredentials,
  makeRecipientLink,
  refreshCredentials,
  resendCredential,
  restoreCredential,
  retryMail,
  rotateKey,
  type Selection,
  unscheduleCredential,
} from './api';

/** Returns the actions on credentials in lists and pages, including their confirmations and messages. */
export function useCredentialActions() {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const refresh = () => refreshCredentials(queries);
  const tell = (title: string, error: unknown) =>
    void dialog.warning({
      title,
      body: (error instanceof ApiError && error.lines.join('\n')) || t('problem.generic'),
    });

  const restore = async (uuids: readonly string[]) => {
    const outcomes = await Promise.allSettled(uuids.map(restoreCredential));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    await refresh();
    if (failed) tell(t('credentials.restore.failed'), failed.reason);
    else
      toast.success(
        t('credentials.restore.done', { count: uuids.length, number: format.number(uuids.length) }),
      );
  };
  /** Asks before a deletion, and whether to email the recipients. */
  const askToDelete = (title: string, count: number) =>
    dialog.confirmWithCheckbox({
      title,
      body: t('credentials.delete.body'),
      checkboxLabel: t('credentials.delete.sendEmail'),
      checked: true,
      confirmLabel: t('credentials.delete.confirm', { count, number: format.number(count) }),
      danger: true,
    });
  const offerUndo = (count: number, uuids: readonly string[]) => {
    const message = t('credentials.delete.done', { count, number: format.number(count) });
    if (uuids.length > 0) toast.undo(message, t('credentials.delete.undo'), () => void restore(uuids));
    else toast.success(message);
  };

  return {
    copyLink: async (credential: Credential) => {
      await navigator.clipboard.writeText(credential.url);
      toast.success(t('credentials.linkCopied'));
    },
    copyRecipientLink: async (credential: Credential) => {
      try {
        await navigator.clipboard.writeText(await makeRecipientLink(credential.uuid));
        toast.success(t('recipient.link.copied', { name: isolate(credential.recipient.name) }));
      } catch {
        void dialog.warning({ title: t('recipient.link.failedTitle'), body: t('recipient.link.failed') });
      }
    },
    resend: async (credential: Credential) => {
      try {
        await resendCredential(credential.uuid);
        await refresh();
        toast.success(t('credentials.resend.done', { email: credential.recipient.email }));
      } catch (error) {
        tell(t('credentials.resend.failed'), error);
      }
    },
    retryMail: async (credential: Credential, mail: number) => {
      try {
        await retryMail(credential.uuid, mail);
        await refresh();
        toast.success(t('credentials.mail.retried'));
      } catch (error) {
        tell(t('credentials.mail.retryFailed'), error);
      }
    },
    unschedule: async (credential: Credential) => {
      try {
        await unscheduleCredential(credential.accredible_internal_id);
        await refresh();
        toast.success(t('credentials.scheduled.cancelled'));
      } catch (error) {
        tell(t('credentials.saveFailed'), error);
      }
    },
    rotateKey: async (credential: Credential) => {
      const sure = await dialog.confirm({
        title: t('credentials.key.title', { name: credential.recipient.name }),
        body: t('credentials.key.body'),
        confirmLabel: t('credentials.key.confirm'),
        danger: true,
      });
      if (!sure) return;
      try {
        await rotateKey(credential.uuid);
        await refresh();
        toast.success(t('credentials.key.done'));
      } catch (error) {
        tell(t('credentials.saveFailed'), error);
      }
    },
    /** Returns whether the credential was deleted. */
    remove: async (credential: Credential): Promise<boolean> => {
      const title = t('credentials.delete.titleOne', { name: credential.recipient.name });
      const { confirmed, checked } = await askToDelete(title, 1);
      if (!confirmed) return false;
      try {
        await deleteCredential(credential.uuid, checked);
        await refresh();
        offerUndo(1, [credential.uuid]);
        return true;
      } catch (error) {
        tell(t('credentials.delete.failed'), error);
        return false;
      }
    },
    /**
     * Deletes a selection. `uuids` are the credentials that undo restores. It is empty if all matching credentials are deleted.
     */
    removeMany: async (selection: Selection, count: number, uuids: readonly string[]): Promise<boolean> => {
      const title = t('credentials.delete.title', { count, number: format.number(count) });
      const { confirmed, checked } = await askToDelete(title, count);
      if (!confirmed) return false;
      try {
        const deleted = await deleteCredentials({ ...selection, send_email: checked });
        await refresh();
        offerUndo(deleted, uuids);
        return true;
      } catch (error) {
        tell(t('credentials.delete.failed'), error);
        return false;
      }
    },
  };
}
