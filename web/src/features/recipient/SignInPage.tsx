import { Anchor, Button, Divider, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router';
import { recipientQuery } from '../../api/recipient';
import { type Purpose, requestProof, signInByPassword } from '../../api/recipientSignIn';
import { useLanguage } from '../../i18n/useLanguage';
import { safeReturnPath } from '../../lib/urls';
import { email, maxLength, required } from '../../lib/validation';
import { FormProblems } from '../../ui/form/FormProblems';
import { PasswordField, TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { usePasskeySignIn } from '../../ui/passkeys/usePasskeySignIn';
import { CodeStep } from './CodeStep';
import { enterWithPasskey } from './passkeys';
import styles from './SignInPage.module.css';
import { useEntry, useSignInRefusal } from './useEntry';

interface SignInPageProps {
  /** Layout of public pages. */
  Frame: ComponentType<{ title: string; children: ReactNode }>;
  /** What the page asks an email for. */
  purpose: Purpose;
}

const ADDRESS = [required, email, maxLength(320)];

/** Signs recipients in with a mailed code or a password, sets a new password, or emails a list of credentials. */
export function SignInPage({ Frame, purpose }: SignInPageProps) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { data: recipient } = useQuery(recipientQuery());
  const [asked, setAsked] = useState<{ email: string; request: string } | null>(null);
  const [byPassword, setByPassword] = useState(false);
  if (purpose === 'signIn' && recipient?.level === 'full')
    return <Navigate to={safeReturnPath(params.get('next')) ?? '/me'} replace />;
  return (
    <Frame title={t(`recipient.signIn.${purpose}.title`)}>
      <Stack gap="lg" className={styles.card}>
        {asked ? (
          <CodeStep {...asked} purpose={purpose} onAgain={() => setAsked(null)} />
        ) : (
          <>
            <Stack gap={6}>
              <Title order={1} size="h2">
                {t(`recipient.signIn.${purpose}.title`)}
              </Title>
              <Text c="dimmed">{t(`recipient.signIn.${purpose}.lead`)}</Text>
            </Stack>
            {byPassword ? (
              <PasswordEntry onCode={() => setByPassword(false)} />
            ) : (
              <Asking
                purpose={purpose}
                onAsked={setAsked}
                {...(purpose === 'signIn' && { onPassword: () => setByPassword(true) })}
              />
            )}
            <Text size="sm" c="dimmed">
              {t('recipient.signIn.issuer')}{' '}
              <Anchor component={Link} to="/sign-in" underline="always">
                {t('recipient.signIn.issuerLink')}
              </Anchor>
            </Text>
          </>
        )}
      </Stack>
    </Frame>
  );
}

interface AskingProps {
  purpose: Purpose;
  onAsked: (asked: { email: string; request: string }) => void;
  onPassword?: () => void;
}

function Asking({ purpose, onAsked, onPassword }: AskingProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const refuse = useSignInRefusal();
  const enter = useEntry();
  const passkey = usePasskeySignIn(purpose === 'signIn', async (signal, offer) => {
    await enterWithPasskey(signal, offer);
    await enter();
  });
  const form = useForm({
    initial: { email: '' },
    labels: { email: t('signIn.email') },
    rules: { email: ADDRESS },
  });
  return (
    <form
      noValidate
      onSubmit={form.submit(async (values) => {
        const address = values.email.trim();
        const request = await requestProof(purpose, address, language).catch(refuse);
        onAsked({ email: address, request });
      })}
    >
      <Stack gap="md">
        <FormProblems problems={passkey.problem ? [passkey.problem] : form.problems} />
        <TextField
          field={form.field('email')}
          description={t('recipient.signIn.emailHelp')}
          type="email"
          autoComplete={passkey.enter ? 'username webauthn' : 'username'}
          autoFocus
          dir="ltr"
        />
        <Button type="submit" loading={form.busy} fullWidth>
          {t(`recipient.signIn.${purpose}.submit`)}
        </Button>
        {onPassword && (
          <>
            <Divider label={t('recipient.signIn.or')} />
            {passkey.enter && (
              <Button variant="default" loading={passkey.busy} onClick={passkey.enter} fullWidth>
                {t('passkeys.use')}
              </Button>
            )}
            <Button variant="default" onClick={onPassword} fullWidth>
              {t('recipient.signIn.usePassword')}
            </Button>
          </>
        )}
      </Stack>
    </form>
  );
}

function PasswordEntry({ onCode }: { onCode: () => void }) {
  const { t } = useTranslation();
  const enter = useEntry();
  const refuse = useSignInRefusal();
  const form = useForm({
    initial: { email: '', password: '' },
    labels: { email: t('signIn.email'), password: t('signIn.password') },
    rules: { email: ADDRESS, password: [required] },
  });
  return (
    <form
      noValidate
      onSubmit={form.submit(async (values) => {
        await signInByPassword(values.email.trim(), values.password).catch(refuse);
        await enter();
      })}
    >
      <Stack gap="md">
        <FormProblems problems={form.problems} />
        <TextField field={form.field('email')} type="email" autoComplete="username" autoFocus dir="ltr" />
        <PasswordField field={form.field('password')} autoComplete="current-password" />
        <Anchor component={Link} to="/me/forgot-password" fz="xs" ta="end">
          {t('signIn.forgot')}
        </Anchor>
        <Button type="submit" loading={form.busy} fullWidth>
          {t('signIn.submit')}
        </Button>
        <Divider label={t('recipient.signIn.or')} />
        <Button variant="default" onClick={onCode} fullWidth>
          {t('recipient.signIn.useCode')}
        </Button>
      </Stack>
    </form>
  );
}
