import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { BILLING, invalidate } from '../../api/queries/keys';
import { useFormat } from '../../i18n/useFormat';
import { maxLength } from '../../lib/validation';
import { dialog } from '../../ui/dialog/dialog';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextareaField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import { cancelPlan, type Subscription } from './api';
import { lastDay } from './dates';

/** Asks why, says until when everything stays as it is, and cancels the plan. */
export function CancelDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const date = format.date(lastDay(subscription.period_end));
  const form = useForm({
    initial: { reason: '' },
    labels: { reason: t('billing.cancel.reason') },
    rules: { reason: [maxLength(1000)] },
  });
  const save = form.submit(async ({ reason }) => {
    try {
      await cancelPlan(reason);
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) throw error;
      onClose();
      await dialog.warning({ title: t('alerts.cancellation.title'), body: t('alerts.cancellation.body') });
      return;
    }
    toast.success(t('billing.cancel.done', { date }));
    onClose();
    await invalidate(queries, BILLING);
  });
  return (
    <Modal opened onClose={onClose} title={t('billing.cancel.title')} size="md">
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <Text>{t('billing.cancel.until', { date })}</Text>
          <Text c="dimmed">{t('billing.cancel.stays')}</Text>
          <TextareaField field={form.field('reason')} data-autofocus />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('billing.cancel.keep')}
            </Button>
            <Button type="submit" color="red" loading={form.busy}>
              {t('billing.cancel.action')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
