import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { dialog } from '../../ui/dialog/dialog';

/** Asks for confirmation before saving a design that issued credentials use. */
export function useConfirmation() {
  const { t } = useTranslation();
  const format = useFormat();
  return useCallback(
    async (count: number) =>
      count === 0 ||
      dialog.confirm({
        title: t('designs.confirmSave.title', { count, number: format.number(count) }),
        body: t('designs.confirmSave.body'),
        confirmLabel: t('designs.confirmSave.confirm'),
      }),
    [t, format],
  );
}
