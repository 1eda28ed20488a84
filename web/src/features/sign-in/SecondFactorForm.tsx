import { Anchor, Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { required } from '../../lib/validation';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { FormRefusal, useForm } from '../../ui/form/useForm';
import { completeSignIn } from './api';
import { FrontPage } from './FrontPage';

const RULES = { code: [required] };

/** The second step of a sign-in: a code of the authenticator app or a recovery code. */
export function SecondFactorForm({ token, onAgain }: { token: string; onAgain: () => void }) {
  const { t } = useTranslation();
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
      title={t('signIn.secondFactor.title')}
      lead={t('signIn.secondFactor.lead')}
      footer={
        <Anchor component="button" type="button" onClick={onAgain}>
          {t('signIn.secondFactor.again')}
        </Anchor>
      }
    >
      <form noValidate onSubmit={form.submit(save)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <TextField field={form.field('code')} autoComplete="one-time-code" autoFocus dir="ltr" />
          <Button type="submit" loading={form.busy} fullWidth>
            {t('signIn.secondFactor.submit')}
          </Button>
        </Stack>
      </form>
    </FrontPage>
  );
}
