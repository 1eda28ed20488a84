import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { useFormat } from '../../i18n/useFormat';
import { required } from '../../lib/validation';
import { FormProblems } from '../../ui/form/FormProblems';
import { PasswordField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast/toast';
import { SignInAgain } from './SignInAgain';
import { downloadAccount } from './wallet/api';
import { useZip } from './wallet/useZip';

/** Downloads everything that the account holds. Asks for the password, or a new sign-in, when the server wants it. */
export function DataPanel() {
  const { t } = useTranslation();
  const format = useFormat();
  const zip = useZip(t('recipient.data.fileName'));
  const [asks, setAsks] = useState<'password' | 'signIn' | null>(null);
  const form = useForm({
    initial: { current_password: '' },
    labels: { current_password: t('account.currentPassword') },
    rules: { current_password: asks === 'password' ? [required] : [] },
  });
  const download = form.submit(async ({ current_password }) => {
    try {
      const saved = await zip.start((onBytes, signal) => downloadAccount(current_password, onBytes, signal));
      if (saved) toast.success(t('recipient.data.done'));
      setAsks(null);
      form.reset();
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) return setAsks('signIn');
      if (error instanceof ApiError && error.fields.current_password) setAsks('password');
      throw error;
    }
  });
  return (
    <Panel title={t('recipient.data.title')} description={t('recipient.data.lead')}>
      <form noValidate onSubmit={(event) => void download(event)}>
        <Stack gap="md" maw={480}>
          <FormProblems problems={form.problems} />
          {asks === 'signIn' && <SignInAgain>{t('recipient.data.againText')}</SignInAgain>}
          {asks === 'password' && (
            <PasswordField field={form.field('current_password')} autoComplete="current-password" autoFocus />
          )}
          {zip.bytes === null ? (
            <Group>
              <Button type="submit" variant="default" leftSection={<IconFileZip size={16} aria-hidden />}>
                {t('recipient.data.action')}
              </Button>
            </Group>
          ) : (
            <Group gap="sm">
              <Text role="status">{t('wallet.zip.running', { size: format.fileSize(zip.bytes) })}</Text>
              <Button variant="default" onClick={zip.cancel}>
                {t('ui.dialog.cancel')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Panel>
  );
}
