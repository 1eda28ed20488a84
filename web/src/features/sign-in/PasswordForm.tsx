import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormProblems } from '../../ui/form/FormProblems';
import { NewPasswordField } from '../../ui/form/NewPasswordField';
import { useForm } from '../../ui/form/useForm';
import { NEW_PASSWORD } from './rules';

interface PasswordFormProps {
  /** The label of the button. */
  action: string;
  onSave: (password: string) => Promise<void>;
  /** Personal data that should not be part of the password. */
  known?: readonly string[];
}

/** A form for a new password. */
export function PasswordForm({ action, onSave, known }: PasswordFormProps) {
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
        <NewPasswordField field={form.field('password')} known={known} autoFocus />
        <Button type="submit" loading={form.busy} fullWidth>
          {action}
        </Button>
      </Stack>
    </form>
  );
}
