import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { Modal } from '../../ui/dialog/Modal';

const LONGEST = 500;

interface RejectDialogProps {
  count: number;
  onClose: () => void;
  /** Resolves to true on success. */
  onReject: (reason: string) => Promise<boolean>;
}

/** Asks for the reason of a rejection, which the recipient can read. */
export function RejectDialog({ count, onClose, onReject }: RejectDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const said = { count, number: format.number(count) };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setMissing(true);
    setBusy(true);
    if (await onReject(reason)) onClose();
    else setBusy(false);
  };
  return (
    <Modal opened onClose={onClose} title={t('evidence.reject.title', said)}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Text>{t('evidence.reject.body')}</Text>
          <Textarea
            data-autofocus
            label={t('evidence.reject.reason')}
            autosize
            minRows={3}
            maxLength={LONGEST}
            dir="auto"
            value={reason}
            error={missing && t('evidence.reject.missing')}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setMissing(false);
            }}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" color="red" loading={busy}>
              {t('evidence.reject.confirm', said)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
