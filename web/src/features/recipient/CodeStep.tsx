import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import {
  type Proof,
  type Purpose,
  requestProof,
  resetRecipientPassword,
  signInByProof,
} from '../../api/recipientSignIn';
import { useLanguage } from '../../i18n/useLanguage';
import { isolate } from '../../lib/bidi';
import { minLength, required } from '../../lib/validation';
import { FormProblems } from '../../ui/form/FormProblems';
import { NewPasswordField } from '../../ui/form/NewPasswordField';
import { useForm } from '../../ui/form/useForm';
import { CODE_DIGITS, CodeField } from './CodeField';
import { useEntry, useSignInRefusal } from './useEntry';

interface CodeStepProps {
  email: string;
  request: string;
  purpose: Purpose;
  /** Goes back to the address. */
  onAgain: () => void;
}

const AGAIN_AFTER_MS = 30_000;

/** Second step of signing in: the code of the email that was asked for here. */
export function CodeStep({ email, request: first, purpose, onAgain }: CodeStepProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [request, setRequest] = useState(first);
  const [sentAgain, setSentAgain] = useState(false);
  const [early, setEarly] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every request begins the wait anew
  useEffect(() => {
    setEarly(true);
    const timer = setTimeout(() => setEarly(false), AGAIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [request]);
  const again = async () => {
    setRequest(await requestProof(purpose, email, language));
    setSentAgain(true);
  };
  return (
    <>
      <Stack gap={6} role="status">
        <Title order={1} size="h2">
          {t('recipient.signIn.sent.title')}
        </Title>
        <Text c="dimmed">{t('recipient.signIn.sent.text', { email: isolate(email) })}</Text>
        {sentAgain && <Text size="sm">{t('recipient.signIn.sent.again')}</Text>}
      </Stack>
      {purpose === 'password' ? (
        <NewPassword proof={{ request }} known={[email]} />
      ) : (
        <CodeForm proof={{ request }} />
      )}
      <Stack gap={4} align="flex-start">
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={early}
          onClick={() => void again().catch(() => undefined)}
        >
          {t('recipient.signIn.sent.resend')}
        </Button>
        <Anchor component="button" type="button" fz="sm" onClick={onAgain}>
          {t('recipient.signIn.sent.other')}
        </Anchor>
      </Stack>
    </>
  );
}

/** Signs in with a code. */
export function CodeForm({ proof }: { proof: Proof }) {
  const { t } = useTranslation();
  const enter = useEntry();
  const refuse = useSignInRefusal();
  const form = useForm({
    initial: { code: '' },
    labels: { code: t('recipient.signIn.code') },
    rules: { code: [required, minLength(CODE_DIGITS)] },
  });
  return (
    <form
      noValidate
      onSubmit={form.submit(async ({ code }) => {
        await signInByProof({ ...proof, code }).catch(refuse);
        await enter();
      })}
    >
      <Stack gap="md">
        <FormProblems problems={form.problems} />
        <CodeField field={form.field('code')} />
        <Button type="submit" loading={form.busy} fullWidth>
          {t('signIn.submit')}
        </Button>
      </Stack>
    </form>
  );
}

/** Sets a new password; with a code, unless link and browser prove the address already. */
export function NewPassword({ proof, known }: { proof: Proof; known: readonly string[] }) {
  const { t } = useTranslation();
  const enter = useEntry();
  const refuse = useSignInRefusal();
  const [needsCode, setNeedsCode] = useState(!(proof.request && proof.token));
  const form = useForm({
    initial: { code: '', password: '' },
    labels: { code: t('recipient.signIn.code'), password: t('signIn.newPassword') },
    rules: {
      code: needsCode ? [required, minLength(CODE_DIGITS)] : [],
      password: [required, minLength(10)],
    },
  });
  const save = async ({ code, password }: typeof form.values) => {
    try {
      await resetRecipientPassword({ ...proof, ...(needsCode && { code }) }, password);
    } catch (error) {
      // The email was asked for by another browser.
      if (error instanceof ApiError && error.fields.code) setNeedsCode(true);
      refuse(error);
    }
    await enter();
  };
  return (
    <form noValidate onSubmit={form.submit(save)}>
      <Stack gap="md">
        <FormProblems problems={form.problems} />
        {needsCode && <CodeField field={form.field('code')} />}
        <NewPasswordField field={form.field('password')} known={known} />
        <Button type="submit" loading={form.busy} fullWidth>
          {t('signIn.resetSubmit')}
        </Button>
      </Stack>
    </form>
  );
}
