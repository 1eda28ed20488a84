import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { FONTS } from '../../api/queries/keys';
import { dialog } from '../../ui/dialog/dialog';
import { toast } from '../../ui/toast/toast';
import { deleteFont, type OwnFont } from './api';

/** Deletes a font after confirmation. The server rejects deletion of a font that a design uses, and the error is shown. */
export function useDeleteFont(): (font: OwnFont) => Promise<void> {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return async (font) => {
    const sure = await dialog.confirm({
      title: t('fonts.delete.title', { name: font.name }),
      body: t('fonts.delete.body'),
      confirmLabel: t('fonts.delete.confirm'),
      danger: true,
    });
    if (!sure) return;
    try {
      await deleteFont(font.id);
      toast.success(t('fonts.deleted', { name: font.name }));
    } catch (error) {
      const lines = error instanceof ApiError ? error.lines.join('\n') : '';
      await dialog.warning({
        title: t('fonts.delete.title', { name: font.name }),
        body: lines || t('problem.generic'),
      });
    } finally {
      await queries.invalidateQueries({ queryKey: FONTS });
    }
  };
}
