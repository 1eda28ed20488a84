import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { BILLING, invalidate } from '../../api/queries/keys';
import { loadSession } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { dialog } from '../../ui/dialog/dialog';
import { Modal } from '../../ui/dialog/Modal';
import { toast } from '../../ui/toast/toast';
import { choosePlan, type Plan, type Subscription } from './api';

interface PlanDialogProps {
  plan: Plan;
  subscription: Subscription | null;
  onClose: () => void;
}

const yearly = (plan: Plan) => (plan.interval === 'month' ? 12 * plan.price : plan.price);

/** Whether a change takes effect immediately. The server decides; this only says it beforehand. */
function upgrades(from: Plan, to: Plan): boolean {
  return to.seats > from.seats || (to.seats === from.seats && yearly(to) > yearly(from));
}

/** Says what choosing a plan does, and chooses it. */
export function PlanDialog({ plan, subscription, onClose }: PlanDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const name = isolate(plan.name);
  const what =
    !subscription || subscription.blocked
      ? t('billing.change.begin', { name })
      : subscription.plan.id === plan.id
        ? t('billing.change.keep', { name })
        : upgrades(subscription.plan, plan)
          ? t('billing.change.now', {
              count: plan.seats - subscription.plan.seats,
              number: format.number(plan.seats - subscription.plan.seats),
              name,
            })
          : t('billing.change.later', { name, date: format.date(subscription.period_end) });
  const refusal = (error: unknown) => {
    const body = error instanceof ApiError ? error.lines.join('\n') : '';
    return error instanceof ApiError && error.code === 'payments.declined'
      ? { title: t('alerts.payment.title'), body: body || t('alerts.payment.body') }
      : { title: t('alerts.paymentPlan.title'), body: body || t('alerts.paymentPlan.body') };
  };
  const choose = async () => {
    setBusy(true);
    try {
      const { redirect_url } = await choosePlan(plan.id);
      if (redirect_url) {
        window.location.assign(redirect_url);
        return;
      }
      toast.success(t('alerts.planUpdated.body'));
      onClose();
      await Promise.all([invalidate(queries, BILLING), loadSession()]);
    } catch (error) {
      onClose();
      await dialog.warning(refusal(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('billing.change.title', { name })} size="md">
      <Stack gap="md">
        <Text>{what}</Text>
        <Text c="dimmed" size="sm">
          {t(`billing.plan.per.${plan.interval}`, { price: format.money(plan.price, plan.currency) })}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('ui.dialog.cancel')}
          </Button>
          <Button loading={busy} onClick={() => void choose()} data-autofocus>
            {t('billing.change.action')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
