import { Button, Divider, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { useProof } from '../../api/proof';
import { required } from '../../lib/validation';
import { Modal } from '../../ui/dialog/Modal';
import { ErrorPage } from '../../ui/ErrorPage';
import { FormProblems } from '../../ui/form/FormProblems';
import { PasswordField, TextField } from '../../ui/form/fields';
import { FormRefusal, useForm } from '../../ui/form/useForm';
import { usePasskeySignIn } from '../../ui/passkeys/usePasskeySignIn';
import { proofMethodsQuery, prove, proveWithPasskey } from './api';

/** Asks a signed-in person to prove again who they are, when a call needs it. The app mounts it once. */
export function ProofDialog() {
  const { t } = useTranslation();
  const settle = useProof((state) => state.settle);
  if (!settle) return null;
  return (
    <Modal opened onClose={() => settle(false)} title={t('account.proof.title')} size="sm">
      <Proof onProved={() => settle(true)} onCancel={() => settle(false)} />
    </Modal>
  );
}

interface ProofProps {
  onProved: () => void;
  onCancel: () => void;
}

function Proof({ onProved, onCancel }: ProofProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(proofMethodsQuery);
  const byPasskey = data?.includes('passkey') ?? false;
  const byPassword = data?.includes('password') ?? false;
  const passkey = usePasskeySignIn(
    byPasskey,
    async (signal) => {
      await proveWithPasskey(signal);
      onProved();
    },
    { offered: false },
  );
  const form = useForm({
    initial: { current_password: '', code: '' },
    labels: { current_password: t('account.currentPassword'), code: t('account.mfa.code') },
    rules: byPassword ? { current_password: [required] } : { code: [required] },
  });
  const save = form.submit(async ({ current_password, code }) => {
    await prove(byPassword ? { current_password } : { code }).catch((problem: unknown) => {
      if (problem instanceof ApiError && problem.status === 429) throw new FormRefusal(t('signIn.tooMany'));
      throw problem;
    });
    onProved();
  });
  if (error && !data) return <ErrorPage part onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={120} aria-busy />;
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Stack gap="md">
        <FormProblems problems={passkey.problem ? [passkey.problem] : form.problems} />
        <Text>{t('account.proof.lead')}</Text>
        {passkey.enter && (
          <>
            <Button data-autofocus loading={passkey.busy} onClick={passkey.enter} fullWidth>
              {t('passkeys.use')}
            </Button>
            <Divider label={t('signIn.or')} />
          </>
        )}
        {byPassword ? (
          <PasswordField
            field={form.field('current_password')}
            autoComplete="current-password"
            data-autofocus
          />
        ) : (
          <TextField
            field={form.field('code')}
            description={t(data.includes('totp') ? 'account.mfa.codeHelp' : 'account.proof.recoveryHelp')}
            autoComplete="one-time-code"
            dir="ltr"
            {...(!passkey.enter && { 'data-autofocus': true })}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('ui.dialog.cancel')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {t('account.proof.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
