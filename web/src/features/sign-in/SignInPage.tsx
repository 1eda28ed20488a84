import { Anchor, Button, Divider, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router';
import { ApiError, type SecondFactor } from '../../api/errors';
import { useSession } from '../../api/session';
import { safeReturnPath } from '../../lib/urls';
import { required } from '../../lib/validation';
import { FormProblems } from '../../ui/form/FormProblems';
import { PasswordField, TextField } from '../../ui/form/fields';
import { FormRefusal, useForm } from '../../ui/form/useForm';
import { usePasskeySignIn } from '../../ui/passkeys/usePasskeySignIn';
import { signIn, signInWithPasskey } from './api';
import { CompanySignIn } from './CompanySignIn';
import { FrontPage } from './FrontPage';
import { EMAIL } from './rules';
import { SecondFactorForm } from './SecondFactorForm';

const RULES = { email: EMAIL, password: [required] };

/** The sign-in page. Users who are signed in are redirected. */
export function Component() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const signedIn = useSession((state) => state.status === 'signedIn');
  const [step, setStep] = useState<SecondFactor>();
  const form = useForm({
    initial: { email: '', password: '' },
    labels: { email: t('signIn.email'), password: t('signIn.password') },
    rules: RULES,
  });
  const passkey = usePasskeySignIn(!signedIn && !step, signInWithPasskey);
  if (signedIn) return <Navigate to={safeReturnPath(params.get('next')) ?? '/'} replace />;
  if (step) return <SecondFactorForm step={step} onAgain={() => setStep(undefined)} />;

  const save = ({ email, password }: typeof form.values) =>
    signIn(email.trim(), password).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 429) throw new FormRefusal(t('signIn.tooMany'));
        if (error instanceof ApiError && error.secondFactor) return setStep(error.secondFactor);
        if (error instanceof ApiError && error.status === 401) throw new FormRefusal(t('signIn.failed'));
        throw error;
      },
    );

  return (
    <FrontPage
      title={t('signIn.title')}
      lead={t('signIn.lead')}
      footer={
        <>
          {t('signIn.noAccount')}{' '}
          <Anchor component={Link} to="/create-account" underline="always">
            {t('signIn.create')}
          </Anchor>
          <br />
          {t('signIn.recipient')}{' '}
          <Anchor component={Link} to="/me/sign-in" underline="always">
            {t('signIn.recipientLink')}
          </Anchor>
        </>
      }
    >
      <form noValidate onSubmit={form.submit(save)}>
        <Stack gap="md">
          <FormProblems problems={passkey.problem ? [passkey.problem] : form.problems} />
          <TextField
            field={form.field('email')}
            type="email"
            autoComplete={passkey.enter ? 'username webauthn' : 'username'}
            autoFocus
            dir="ltr"
          />
          <PasswordField field={form.field('password')} autoComplete="current-password" />
          <Group justify="flex-end">
            <Anchor component={Link} to="/forgot-password" fz="xs">
              {t('signIn.forgot')}
            </Anchor>
          </Group>
          <Button type="submit" loading={form.busy} fullWidth>
            {t('signIn.submit')}
          </Button>
          <CompanySignIn email={form.values.email.trim()} />
          {passkey.enter && (
            <>
              <Divider label={t('signIn.or')} />
              <Button variant="default" loading={passkey.busy} onClick={passkey.enter} fullWidth>
                {t('signIn.passkey')}
              </Button>
            </>
          )}
        </Stack>
      </form>
    </FrontPage>
  );
}
