import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { dialog } from '../../ui/dialog/dialog';
import { toast } from '../../ui/toast/toast';
import { ATTRIBUTES, type AttributeKey, deleteAttribute } from './api';

/** Deletes a custom attribute after asking; one that a design uses is refused, and said so. */
export function useDeleteAttribute(): (attribute: AttributeKey) => Promise<void> {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return async (attribute) => {
    if (attribute.id === null) return;
    const sure = await dialog.confirm({
      title: t('attributes.delete.title', { name: attribute.name }),
      body: t('attributes.delete.body'),
      confirmLabel: t('attributes.delete.confirm'),
      danger: true,
    });
    if (!sure) return;
    try {
      await deleteAttribute(attribute.id);
      toast.success(t('attributes.alert.deleteAttributeSuccess'));
    } catch (error) {
      const inUse = error instanceof ApiError && error.code === 'attribute.in_use';
      const lines = error instanceof ApiError ? error.lines.join('\n') : '';
      await dialog.warning({
        title: t(
          inUse ? 'attributes.alert.certificateDesignInUse' : 'attributes.alert.deleteAttributeFailure',
        ),
        body: lines || t('problem.generic'),
      });
    } finally {
      await queries.invalidateQueries({ queryKey: ATTRIBUTES });
    }
  };
}
