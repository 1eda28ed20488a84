import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { BILLING, invalidate, PAYMENTS } from '../../../api/queries/keys';
import { toast } from '../../../ui/toast/toast';
import { refreshMethod } from './api';

/** Reads the state from the payment provider after one of its pages has led back here, and says what was done there. */
export function useReturn(): void {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const done = search.get('done');
  useEffect(() => {
    if (!done) return;
    setSearch({}, { replace: true });
    void refreshMethod()
      .then(({ payment_method: { card } }) => {
        if (done === 'card' && card) toast.success(t('alerts.cardSaved.body'));
        if (done === 'plan') toast.success(`${t('alerts.purchase.title')}. ${t('alerts.purchase.body')}`);
      })
      // The provider's event brings the state later.
      .catch(() => undefined)
      .finally(() => Promise.all([invalidate(queries, PAYMENTS), invalidate(queries, BILLING)]));
  }, [done, setSearch, queries, t]);
}
