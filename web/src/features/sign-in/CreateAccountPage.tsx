import { Anchor, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { useSession } from '../../api/session';
import { useLanguage } from '../../i18n/useLanguage';
import { isolate } from '../../lib/bidi';
import { maxLength } from '../../lib/validation';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { NewPasswordField } from '../../ui/form/NewPasswordField';
import { useForm } from '../../ui/form/useForm';
import { createAccount } from './api';
import { FrontPage } from './FrontPage';
import { EMAIL, NAME, NEW_PASSWORD } from './rules';

const RULES = { name: NAME, email: EMAIL, department: [maxLength(255)], password: NEW_PASSWORD };

/** Signs up for an account with its first department. Both are created by the link in the email. */
export function Component() {
  const { t } = useTranslation();
  const language = useLanguage();
  const signedIn = useSession((state) => state.status === 'signedIn');
  const [sentTo, setSentTo] = useState('');
  const form = useForm({
    initial: { name: '', email: '', department: '', password: '' },
    labels: {
      name: t('signIn.name'),
      email: t('signIn.email'),
      department: t('signIn.department'),
      password: t('signIn.password'),
    },
    rules: RULES,
  });
  if (signedIn) return <Navigate to="/" replace />;
  if (sentTo !== '')
    return (
      <FrontPage
        title={t('signIn.createSent')}
        lead={t('signIn.createSentLead', { email: isolate(sentTo) })}
        footer={
          <Anchor component={Link} to="/sign-in">
            {t('signIn.back')}
          </Anchor>
        }
      />
    );

  return (
    <FrontPage
      title={t('signIn.createTitle')}
      lead={t('signIn.createLead')}
      footer={
        <>
          {t('signIn.haveAccount')}{' '}
          <Anchor component={Link} to="/sign-in" underline="always">
            {t('signIn.submit')}
          </Anchor>
        </>
      }
    >
      <form
        noValidate
        onSubmit={form.submit(async ({ name, email, department, password }) => {
          await createAccount({
            name: name.trim(),
            email: email.trim(),
            password,
            department_name: department.trim() || undefined,
            language,
          });
          setSentTo(email.trim());
        })}
      >
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <TextField field={form.field('name')} autoComplete="name" autoFocus />
          <TextField field={form.field('email')} type="email" autoComplete="email" dir="ltr" />
          <TextField
            field={form.field('department')}
            description={t('signIn.departmentHelp')}
            autoComplete="organization"
          />
          <NewPasswordField field={form.field('password')} known={[form.values.name, form.values.email]} />
          <Button type="submit" loading={form.busy} fullWidth>
            {t('signIn.createSubmit')}
          </Button>
        </Stack>
      </form>
    </FrontPage>
  );
}
