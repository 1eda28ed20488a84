import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session';
import { maxLength, required } from '../../lib/validation';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { SaveBar } from '../../ui/form/SaveBar';
import { useForm } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast/toast';
import { updateAccount } from './api';

const RULES = { name: [required, maxLength(255)] };

/** Name and email of the user. */
export function ProfilePanel() {
  const { t } = useTranslation();
  const user = useSession((state) => state.session?.user);
  const form = useForm({
    initial: { name: user?.name ?? '' },
    labels: { name: t('account.name') },
    rules: RULES,
  });

  const save = async ({ name }: typeof form.values) => {
    await updateAccount({ name: name.trim() });
    form.reset({ name: name.trim() });
    toast.success(t('account.saved'));
  };

  return (
    <Panel title={t('account.profile')}>
      <form noValidate onSubmit={form.submit(save)}>
        <FormProblems problems={form.problems} />
        <TextField field={form.field('name')} autoComplete="name" maw={480} mb="md" />
        <TextInput
          label={t('account.email')}
          description={t('account.emailHelp')}
          value={user?.email ?? ''}
          readOnly
          variant="filled"
          dir="ltr"
          maw={480}
        />
        <SaveBar dirty={form.dirty} busy={form.busy} onReset={() => form.reset()} />
      </form>
    </Panel>
  );
}
