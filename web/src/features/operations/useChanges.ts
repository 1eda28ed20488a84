import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { OPERATIONS } from '../../api/queries/keys';
import { useFormat } from '../../i18n/useFormat';
import { dialog } from '../../ui/dialog/dialog';
import { followOperation } from '../../ui/progress/followed';
import { cancelOperation, type Operation, resumeOperation, undoOperation } from './api';

/** Functions that cancel, resume and undo an operation. They ask first where that cannot be undone, and say why it failed. */
export function useChanges(operation: Operation) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);

  const change = async (make: (operation: Operation) => Promise<Operation>) => {
    setBusy(true);
    try {
      followOperation((await make(operation)).page);
    } catch (error) {
      void dialog.warning({
        title: t('operations.failed'),
        body: (error instanceof ApiError && error.lines.join('\n')) || t('problem.generic'),
      });
    }
    await queries.invalidateQueries({ queryKey: OPERATIONS });
    setBusy(false);
  };

  const cancel = async () => {
    const sure =
      operation.reversible ||
      (await dialog.confirm({
        title: t('operations.cancel.title'),
        body: t('operations.cancel.body'),
        confirmLabel: t('operations.cancel.confirm'),
        cancelLabel: t('operations.cancel.goOn'),
        danger: true,
      }));
    if (sure) await change(cancelOperation);
  };

  const undo = async () => {
    const numbers = { count: operation.done_count, number: format.number(operation.done_count) };
    const sure =
      operation.kind !== 'publish' ||
      (await dialog.confirm({
        title: t('publish.hold.sureTitle', numbers),
        body: t('publish.hold.sureBody'),
        confirmLabel: t('publish.hold.confirm', numbers),
        danger: true,
      }));
    if (sure) await change(undoOperation);
  };

  return { busy, cancel, undo, resume: () => change(resumeOperation) };
}
