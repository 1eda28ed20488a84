import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { BillingUsage } from '../../api/queries/billing';
import { BILLING, invalidate } from '../../api/queries/keys';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { maxLength, required } from '../../lib/validation';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import { transferCredits } from './api';

interface TransferDialogProps {
  department: BillingUsage['departments'][number];
  left: number;
  onClose: () => void;
}

/** Gives credits to another department of the organization, or takes unused ones back. */
export function TransferDialog({ department, left, onClose }: TransferDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const form = useForm({
    initial: { credits: '', reason: '' },
    labels: { credits: t('billing.transfer.credits'), reason: t('billing.transfer.reason') },
    rules: { credits: [required], reason: [maxLength(1000)] },
  });
  const save = form.submit(async ({ credits, reason }) => {
    await transferCredits({ department_id: department.id, credits: Number(credits) || 0, reason });
    toast.success(t('billing.transfer.done'));
    onClose();
    await invalidate(queries, BILLING);
  });
  const name = isolate(department.name || t('departments.unnamed'));
  return (
    <Modal opened onClose={onClose} title={t('billing.transfer.title', { name })} size="md">
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <Text size="sm">
            {t('billing.transfer.help', {
              left: format.number(left),
              back: format.number(department.left),
            })}
          </Text>
          <TextField field={form.field('credits')} type="number" inputMode="numeric" data-autofocus />
          <TextField field={form.field('reason')} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t('billing.transfer.action')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
