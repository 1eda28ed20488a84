import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/errors';
import { invalidate, PAYMENTS } from '../../../api/queries/keys';
import { dialog } from '../../../ui/dialog/dialog';

/** Returns a function that makes a change, says why it failed, and reloads how the department pays. */
export function usePaymentChange() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return async (
    change: () => Promise<unknown>,
    failure: 'paymentDetailsNotSaved' | 'paymentDetailsNotUpdated',
  ): Promise<boolean> => {
    try {
      await change();
      return true;
    } catch (error) {
      const lines = error instanceof ApiError ? error.lines.join('\n') : '';
      const [title, body] =
        failure === 'paymentDetailsNotSaved'
          ? [t('alerts.paymentDetailsNotSaved.title'), t('alerts.paymentDetailsNotSaved.body')]
          : [t('alerts.paymentDetailsNotUpdated.title'), t('alerts.paymentDetailsNotUpdated.body')];
      await dialog.warning({ title, body: lines || body });
      return false;
    } finally {
      await invalidate(queries, PAYMENTS);
    }
  };
}
