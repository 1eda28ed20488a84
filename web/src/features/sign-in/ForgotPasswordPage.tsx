import { Anchor, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { forgetPassword } from './api';
import { FrontPage } from './FrontPage';
import { EMAIL } from './rules';

const RULES = { email: EMAIL };

/** Requests a password reset link. The page shows the same message whether or not the email has an account. */
export function Component() {
  const { t } = useTranslation();
  const [sentTo, setSentTo] = useState('');
  const form = useForm({ initial: { email: '' }, labels: { email: t('signIn.email') }, rules: RULES });
  const back = (
    <Anchor component={Link} to="/sign-in">
      {t('signIn.back')}
    </Anchor>
  );

  if (sentTo !== '') {
    return (
      <FrontPage
        title={t('signIn.forgotSent')}
        lead={t('signIn.forgotSentLead', { email: sentTo })}
        footer={back}
      />
    );
  }
  return (
    <FrontPage title={t('signIn.forgotTitle')} lead={t('signIn.forgotLead')} footer={back}>
      <form
        noValidate
        onSubmit={form.submit(async ({ email }) => {
          await forgetPassword(email.trim());
          setSentTo(email.trim());
        })}
      >
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <TextField field={form.field('email')} type="email" autoComplete="username" autoFocus dir="ltr" />
          <Button type="submit" loading={form.busy} fullWidth>
            {t('signIn.forgotSubmit')}
          </Button>
        </Stack>
      </form>
    </FrontPage>
  );
}
