import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { FormRefusal } from '../../ui/form/useForm';
import { resetPassword } from './api';
import { FrontPage } from './FrontPage';
import { PasswordForm } from './PasswordForm';

/** Sets a new password with the token from the email. */
export function Component() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const [done, setDone] = useState(false);

  const save = async (password: string) => {
    try {
      await resetPassword(params.get('token') ?? params.get('reset_token') ?? '', password);
    } catch (error) {
      const wrongToken = error instanceof ApiError && error.code === 'token.incorrect';
      throw wrongToken ? new FormRefusal(t('signIn.tokenIncorrect')) : error;
    }
    setDone(true);
  };

  if (done) {
    return (
      <FrontPage title={t('signIn.resetDone')} lead={t('signIn.resetDoneLead')}>
        <Button component={Link} to="/sign-in" fullWidth>
          {t('signIn.submit')}
        </Button>
      </FrontPage>
    );
  }
  return (
    <FrontPage
      title={t('signIn.resetTitle')}
      lead={t('signIn.resetLead')}
      footer={
        <Anchor component={Link} to="/forgot-password">
          {t('signIn.requestAnother')}
        </Anchor>
      }
    >
      <PasswordForm action={t('signIn.resetSubmit')} onSave={save} />
    </FrontPage>
  );
}
