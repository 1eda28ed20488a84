import { IconDownload, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/errors';
import { isolate } from '../../../lib/bidi';
import { ActionMenu } from '../../../ui/ActionMenu';
import { toast } from '../../../ui/toast/toast';
import { collectionsKey } from '../collections/api';
import {
  deleteImport,
  downloadOriginal,
  type Imported,
  importQuery,
  importsKey,
  importsQuery,
  restoreImport,
  verifyImport,
} from './api';

interface ImportActionsProps {
  imported: Imported;
  onRemoved?: () => void;
}

/** Verify again, download the original, remove. */
export function ImportActions({ imported, onRemoved }: ImportActionsProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { id, status } = imported;
  const words = { name: isolate(imported.title || t('imported.untitled')) };
  const said = (error: unknown, otherwise: string) =>
    toast.formWarning((error instanceof ApiError && error.lines[0]) || otherwise, []);

  const verify = async () => {
    try {
      const found = await verifyImport(id);
      queries.setQueryData(importQuery(id).queryKey, found);
      await queries.invalidateQueries({ queryKey: importsQuery().queryKey });
      if (found.unreachable_since) toast.formWarning(t('imported.verify.unreachable'), []);
      else toast.success(t('imported.verify.done', { status: t(`imported.status.${found.status}`) }));
    } catch (error) {
      said(error, t('imported.verify.failed'));
    }
  };
  const download = async () => {
    try {
      await downloadOriginal(imported);
    } catch (error) {
      said(error, t('imported.download.failed'));
    }
  };
  const reload = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: importsKey }),
      queries.invalidateQueries({ queryKey: collectionsKey }),
    ]);
  const undo = async () => {
    try {
      await restoreImport(id);
      toast.success(t('imported.remove.undone', words));
      await reload();
    } catch (error) {
      said(error, t('imported.remove.undoFailed'));
    }
  };
  const remove = async () => {
    try {
      await deleteImport(id);
      toast.undo(t('imported.remove.done', words), t('imported.remove.undo'), () => void undo());
      onRemoved?.();
      await Promise.all([
        queries.invalidateQueries({ queryKey: importQuery(id).queryKey, refetchType: 'none' }), // it is not there to be read
        queries.invalidateQueries({ queryKey: importsQuery().queryKey }),
        queries.invalidateQueries({ queryKey: collectionsKey }),
      ]);
    } catch (error) {
      said(error, t('imported.remove.failed'));
    }
  };
  return (
    <ActionMenu
      label={t('imported.more', words)}
      actions={[
        ...(status === 'unverified'
          ? []
          : [
              {
                key: 'verify',
                label: t('imported.verify.action'),
                icon: IconRefresh,
                run: () => void verify(),
              },
            ]),
        {
          key: 'download',
          label: t('imported.download.action'),
          icon: IconDownload,
          run: () => void download(),
        },
        {
          key: 'remove',
          label: t('imported.remove.action'),
          icon: IconTrash,
          run: () => void remove(),
          danger: true,
        },
      ]}
    />
  );
}
