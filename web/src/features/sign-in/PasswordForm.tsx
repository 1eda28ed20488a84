import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormProblems } from '../../ui/form/FormProblems';
import { NewPasswordField } from '../../ui/form/NewPasswordField';
import { useForm } from '../../ui/form/useForm';
import { NEW_PASSWORD } from './rules';

interface PasswordFormProps {
  /** The verb of the button. */
  action: string;
  onSave: (password: string) => Promise<void>;
  /** What is known of the person, which a password must not be made of. */
  known?: readonly string[];
}

/** Asks for a new password. */
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
