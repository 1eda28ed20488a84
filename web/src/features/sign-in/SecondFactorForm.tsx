import { Anchor, Button, Divider, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiError, type SecondFactor } from '../../api/errors';
import { required } from '../../lib/validation';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { FormRefusal, useForm } from '../../ui/form/useForm';
import { usePasskeySignIn } from '../../ui/passkeys/usePasskeySignIn';
import { completeSignIn, completeWithPasskey } from './api';
import { FrontPage } from './FrontPage';

const RULES = { code: [required] };

interface SecondFactorFormProps {
  step: SecondFactor;
  onAgain: () => void;
}

/** The second step of a sign-in: a passkey, a code of the authenticator app or a recovery code. */
export function SecondFactorForm({ step, onAgain }: SecondFactorFormProps) {
  const { t } = useTranslation();
  const { token } = step;
  const byPasskey = step.methods.includes('passkey');
  const passkey = usePasskeySignIn(byPasskey, (signal) => completeWithPasskey(token, signal), {
    offered: false,
  });
  const lead = () => {
    if (!byPasskey) return t('signIn.secondFactor.lead');
    return t(`signIn.secondFactor.${step.methods.includes('totp') ? 'leadBoth' : 'leadPasskey'}`);
  };
  const form = useForm({
    initial: { code: '' },
    labels: { code: t('signIn.secondFactor.code') },
    rules: RULES,
  });
  const save = ({ code }: typeof form.values) =>
    completeSignIn(token, code).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 429) throw new FormRefusal(t('signIn.tooMany'));
        if (error instanceof ApiError && error.status === 401)
          throw new FormRefusal(t('signIn.secondFactor.expired'));
        throw error;
      },
    );
  return (
    <FrontPage
      title={t(byPasskey ? 'signIn.secondFactor.titlePasskey' : 'signIn.secondFactor.title')}
      lead={lead()}
      footer={
        <Anchor component="button" type="button" onClick={onAgain}>
          {t('signIn.secondFactor.again')}
        </Anchor>
      }
    >
      <form noValidate onSubmit={form.submit(save)}>
        <Stack gap="md">
          <FormProblems problems={passkey.problem ? [passkey.problem] : form.problems} />
          {passkey.enter && (
            <>
              <Button loading={passkey.busy} onClick={passkey.enter} fullWidth>
                {t('passkeys.use')}
              </Button>
              <Divider label={t('signIn.or')} />
            </>
          )}
          <TextField
            field={form.field('code')}
            autoComplete="one-time-code"
            autoFocus={!byPasskey}
            dir="ltr"
          />
          <Button type="submit" {...(passkey.enter && { variant: 'default' })} loading={form.busy} fullWidth>
            {t('signIn.secondFactor.submit')}
          </Button>
        </Stack>
      </form>
    </FrontPage>
  );
}
