import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { BILLING, invalidate } from '../../api/queries/keys';
import { dialog } from '../../ui/dialog/dialog';
import { toast } from '../../ui/toast/toast';
import { resumePlan } from './api';

/** Returns a function that undoes a cancellation. */
export function useResume(): () => Promise<void> {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return async () => {
    try {
      await resumePlan();
      toast.success(t('billing.cancel.undone'));
    } catch (error) {
      const lines = error instanceof ApiError ? error.lines.join('\n') : '';
      await dialog.warning({
        title: t('alerts.paymentPlan.title'),
        body: lines || t('alerts.paymentPlan.body'),
      });
    } finally {
      await invalidate(queries, BILLING);
    }
  };
}
