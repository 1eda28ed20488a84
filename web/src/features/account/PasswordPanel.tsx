import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session';
import { minLength, required } from '../../lib/validation';
import { FormProblems } from '../../ui/form/FormProblems';
import { PasswordField } from '../../ui/form/fields';
import { NewPasswordField } from '../../ui/form/NewPasswordField';
import { useForm } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast/toast';
import { sessionsQuery, updateAccount } from './api';

const RULES = { current_password: [required], password: [required, minLength(10)] };
const EMPTY = { current_password: '', password: '' };

/** Changes the password, which ends all other sessions. */
export function PasswordPanel() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm({
    initial: EMPTY,
    labels: { current_password: t('account.currentPassword'), password: t('account.newPassword') },
    rules: RULES,
  });

  const user = useSession((state) => state.session?.user);

  const save = async (values: typeof EMPTY) => {
    await updateAccount(values);
    form.reset(EMPTY);
    toast.success(t('account.passwordSaved'));
    await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  };

  return (
    <Panel title={t('account.password')} description={t('account.passwordLead')}>
      <form noValidate onSubmit={form.submit(save)}>
        <Stack gap="md" maw={480}>
          <FormProblems problems={form.problems} />
          <PasswordField field={form.field('current_password')} autoComplete="current-password" />
          <NewPasswordField field={form.field('password')} known={user ? [user.name, user.email] : []} />
          <Group>
            <Button type="submit" variant="default" loading={form.busy}>
              {t('account.changePassword')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
