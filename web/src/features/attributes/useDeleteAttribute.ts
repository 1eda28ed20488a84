import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { ATTRIBUTES } from '../../api/queries/keys';
import { useFormat } from '../../i18n/useFormat';
import { dialog } from '../../ui/dialog/dialog';
import { toast } from '../../ui/toast/toast';
import { type AttributeKey, attributeUsage, deleteAttribute } from './api';

/** Deletes a custom attribute after naming what uses it. An attribute that a design uses can't be deleted. */
export function useDeleteAttribute(): (attribute: AttributeKey) => Promise<void> {
  const queries = useQueryClient();
  const confirm = useConfirm();
  const { t } = useTranslation();
  return async (attribute) => {
    if (attribute.id === null) return;
    try {
      if (!(await confirm(attribute, attribute.id))) return;
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

function useConfirm() {
  const { t } = useTranslation();
  const format = useFormat();
  return async ({ name, tag }: AttributeKey, id: number): Promise<boolean> => {
    const usage = await attributeUsage(id);
    const designs = usage.design_count;
    if (designs > 0) {
      await dialog.warning({
        title: t('attributes.delete.inUse', { count: designs, number: format.number(designs), name }),
        body: t('attributes.delete.inUseBody', { tag }),
      });
      return false;
    }
    const count = usage.credential_count;
    const number = format.number(count);
    const words = { count, number: usage.count_is_capped ? t('ui.table.moreThan', { number }) : number };
    const unknown = count === 0 && usage.count_is_capped;
    return dialog.confirm({
      title: t('attributes.delete.title', { name }),
      body: unknown
        ? t('attributes.delete.body')
        : count === 0
          ? t('attributes.delete.bodyNone')
          : t('attributes.delete.bodyUsed', words),
      confirmLabel: t('attributes.delete.confirm'),
      danger: true,
    });
  };
}
