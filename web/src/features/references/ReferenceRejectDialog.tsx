import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isolate } from '../../lib/bidi';
import { maxLength, required } from '../../lib/validation';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextareaField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import { decideOnReference, type Reference } from './api';

interface ReferenceRejectDialogProps {
  uuid: string;
  reference: Reference;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}

/** Asks for the reason of a rejection, which the referee can read. */
export function ReferenceRejectDialog({ uuid, reference, onClose, onDone }: ReferenceRejectDialogProps) {
  const { t } = useTranslation();
  const name = isolate(reference.referee.name);
  const form = useForm({
    initial: { reason: '' },
    labels: { reason: t('references.field.reason') },
    rules: { reason: [required, maxLength(500)] },
  });
  const reject = form.submit(async ({ reason }) => {
    await decideOnReference(uuid, reference.id, 'reject', reason);
    if (reference.requested) toast.success(t('references.done.rejected', { name }));
    await onDone();
    onClose();
  });
  return (
    <Modal opened onClose={onClose} title={t('references.rejectTitle', { name })}>
      <form noValidate onSubmit={(event) => void reject(event)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <TextareaField
            field={form.field('reason')}
            description={
              reference.requested ? t('references.help.reason', { name }) : t('references.help.reasonHeld')
            }
            data-autofocus
            dir="auto"
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" color="red" loading={form.busy}>
              {t('references.rejectConfirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
