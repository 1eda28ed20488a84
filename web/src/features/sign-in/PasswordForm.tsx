import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormProblems } from '../../ui/form/FormProblems';
import { PasswordField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { NEW_PASSWORD } from './rules';

interface PasswordFormProps {
  /** The verb of the button. */
  action: string;
  onSave: (password: string) => Promise<void>;
}

/** Asks for a new password. */
export function PasswordForm({ action, onSave }: PasswordFormProps) {
  const { t } = useTranslation();
  const form = useForm({
    initial: { password: '' },
    labels: { password: t('signIn.newPassword') },
    rules: { password: NEW_PASSWORD },
  });
  return (
    <form noValidate onSubmit={form.submit(({ password }) => onSave(password))}>
      <Stack gap="md">
        <FormProblems problems={form.problems} />
        <PasswordField
          field={form.field('password')}
          description={t('signIn.passwordHelp')}
          autoComplete="new-password"
          autoFocus
        />
        <Button type="submit" loading={form.busy} fullWidth>
          {action}
        </Button>
      </Stack>
    </form>
  );
}
