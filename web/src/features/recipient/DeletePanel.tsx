import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { keepRecipientSecret } from '../../api/credentials';
import { ApiError } from '../../api/errors';
import { PUBLIC_CREDENTIAL } from '../../api/queries/keys';
import { RECIPIENT } from '../../api/recipient';
import { isolate } from '../../lib/bidi';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast/toast';
import { deleteOwnAccount } from './api';

/** Deletes the recipient's account, after a question. */
export function DeletePanel({ email }: { email: string }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <Panel title={t('recipient.delete.title')} description={t('recipient.delete.lead')}>
      <Group>
        <Button variant="default" c="red" onClick={() => setAsking(true)}>
          {t('recipient.delete.action')}
        </Button>
      </Group>
      {asking && <DeleteDialog email={email} onClose={() => setAsking(false)} />}
    </Panel>
  );
}

function DeleteDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [tooOld, setTooOld] = useState(false);
  const form = useForm({
    initial: { email: '' },
    labels: { email: t('recipient.delete.email', { email: isolate(email) }) },
  });
  const same = form.values.email.trim().toLowerCase() === email.toLowerCase();
  const remove = form.submit(async () => {
    try {
      await deleteOwnAccount();
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 403)) throw error;
      setTooOld(true);
      return;
    }
    keepRecipientSecret(null);
    await navigate('/me/sign-in', { replace: true });
    queries.removeQueries({ queryKey: RECIPIENT });
    queries.removeQueries({ queryKey: PUBLIC_CREDENTIAL });
    toast.success(t('recipient.delete.done'));
  });
  return (
    <Modal opened onClose={onClose} closeOnClickOutside={false} title={t('recipient.delete.ask')}>
      <form noValidate onSubmit={(event) => (same ? void remove(event) : event.preventDefault())}>
        <Stack gap="md">
          <Text>{t('recipient.delete.body')}</Text>
          <FormProblems problems={form.problems} />
          {tooOld && (
            <Alert color="yellow" role="alert">
              <Stack gap="xs" align="flex-start">
                {t('recipient.delete.againText')}
                <Button
                  component={Link}
                  to="/me/sign-in?next=/me/settings"
                  size="compact-sm"
                  variant="default"
                >
                  {t('recipient.delete.again')}
                </Button>
              </Stack>
            </Alert>
          )}
          <TextField field={form.field('email')} type="email" dir="ltr" autoComplete="off" data-autofocus />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" color="red" loading={form.busy} disabled={!same}>
              {t('recipient.delete.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
