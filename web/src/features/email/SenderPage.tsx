import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EMAIL_SETTINGS, invalidate } from '../../api/queries/keys';
import { isolate } from '../../lib/bidi';
import { maxLength } from '../../lib/validation';
import { FormProblems } from '../../ui/form/FormProblems';
import { SelectField, TextField } from '../../ui/form/fields';
import { SaveBar } from '../../ui/form/SaveBar';
import { useForm } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast/toast';
import { AddressPanel } from './AddressPanel';
import { addressesQuery, type EmailSettings, saveSettings } from './api';
import { DomainPanel } from './DomainPanel';
import { EmailPage } from './EmailPage';

/** What recipients see as the sender, and the addresses that may be one. */
export function Component() {
  return (
    <EmailPage tab="sender">
      {(settings) => (
        <>
          <SenderForm settings={settings} />
          <AddressPanel />
          <DomainPanel />
        </>
      )}
    </EmailPage>
  );
}

const RULES = { from_name: [maxLength(255)] };

const valuesOf = ({ from_name, sender_address_id }: EmailSettings) => ({
  from_name,
  sender_address_id: String(sender_address_id ?? 0),
});

function SenderForm({ settings }: { settings: EmailSettings }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data } = useQuery(addressesQuery());
  const form = useForm({
    initial: valuesOf(settings),
    labels: {
      from_name: t('emailSettings.sender.name'),
      sender_address_id: t('emailSettings.sender.address'),
    },
    rules: RULES,
  });
  const save = form.submit(async ({ from_name, sender_address_id }) => {
    const saved = await saveSettings({ from_name, sender_address_id: Number(sender_address_id) || null });
    form.reset(valuesOf(saved));
    toast.success(t('emailSettings.saved'));
    await invalidate(queries, EMAIL_SETTINGS);
  });
  const own = settings.installation_address;
  const choices = [
    { value: '0', label: t('emailSettings.sender.installation', { address: isolate(own) }) },
    ...(data ?? []).map(({ id, email, verified_at }) => ({
      value: String(id),
      label: verified_at ? email : t('emailSettings.sender.unverified', { email: isolate(email) }),
    })),
  ];
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <FormProblems problems={form.problems} />
      <Panel title={t('emailSettings.sender.title')} description={t('emailSettings.sender.lead')}>
        <TextField
          field={form.field('from_name')}
          description={t('emailSettings.sender.nameHelp')}
          dir="auto"
          maw={480}
        />
        <SelectField
          field={form.field('sender_address_id')}
          description={t('emailSettings.sender.addressHelp', { address: isolate(own) })}
          data={choices}
          maw={480}
        />
      </Panel>
      <SaveBar dirty={form.dirty} busy={form.busy} onReset={() => form.reset()} />
    </form>
  );
}
