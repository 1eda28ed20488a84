import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { invalidate, PEOPLE } from '../../api/queries/keys';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { toast } from '../../ui/toast/toast';
import { cancelPendingEmail, changePerson, type WholePerson } from './api';

interface PendingEmailProps {
  id: string;
  pending: NonNullable<WholePerson['pending_email']>;
  mayCancel: boolean;
}

/** Says that a new address waits for confirmation, and lets it be asked again or cancelled. */
export function PendingEmail({ id, pending, mayCancel }: PendingEmailProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const reread = () => invalidate(queries, PEOPLE);
  const again = useMutation({
    // The merge was agreed to when the change was made.
    mutationFn: () => changePerson(id, { email: pending.email, merge: true }),
    onSuccess: () => toast.success(t('people.pending.sent')),
    onSettled: reread,
  });
  const cancel = useMutation({
    mutationFn: () => cancelPendingEmail(id),
    onSuccess: () => toast.success(t('people.pending.cancelled')),
    onSettled: reread,
  });
  const words = { email: isolate(pending.email), until: isolate(format.dateTime(pending.expires_at)) };
  return (
    <Alert color="yellow" icon={<IconMail size={18} aria-hidden />} role="status">
      <Stack gap="xs">
        {t('people.pending.text', words)}
        {mayCancel && (
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant="default"
              loading={again.isPending}
              onClick={() => again.mutate()}
            >
              {t('people.pending.again')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              loading={cancel.isPending}
              onClick={() => cancel.mutate()}
            >
              {t('people.pending.cancel')}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
