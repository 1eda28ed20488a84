import { Group, Select, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../i18n/languages';
import { FormProblems } from '../../ui/form/FormProblems';
import { SelectField, SwitchField, TextareaField, TextField } from '../../ui/form/fields';
import type { Form } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';
import { DesignPicker } from './DesignPicker';
import type { ExpiryUnit, GroupValues } from './groupForm';

const UNITS = ['never', 'day', 'month', 'year'] as const;
const PRIVACIES = ['inherit', 'public', 'private'] as const;

interface GroupFieldsProps {
  form: Form<GroupValues>;
  /** True when two credentials of the group already share a recipient, which forbids to forbid it. */
  hasCredentials?: boolean;
}

/** All fields of a group: what is awarded, how it looks, and how its credentials behave. */
export function GroupFields({ form, hasCredentials }: GroupFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <FormProblems problems={form.problems} />
      <Panel title={t('groups.form.about')}>
        <TextField field={form.field('name')} description={t('groups.form.nameHelp')} />
        <TextField
          field={form.field('course_name')}
          description={t('groups.form.courseNameHelp')}
          dir="auto"
        />
        <TextareaField
          field={form.field('course_description')}
          description={t('groups.form.courseDescriptionHelp')}
          dir="auto"
        />
        <TextField field={form.field('course_link')} type="url" dir="ltr" placeholder="https://" />
      </Panel>
      <Panel title={t('groups.form.looks')}>
        <DesignPicker kind="certificate" field={form.field('certificate_design_id')} />
        <DesignPicker kind="badge" field={form.field('badge_design_id')} />
      </Panel>
      <Panel title={t('groups.form.behaviour')}>
        <SelectField
          field={form.field('language')}
          description={t('groups.form.languageHelp')}
          searchable
          allowDeselect={false}
          data={LANGUAGES.filter(({ hidden, value }) => !hidden || value === form.values.language).map(
            ({ value, name }) => ({ value, label: name }),
          )}
        />
        <SelectField
          field={form.field('generate_private_credential') as never}
          description={t('groups.form.privacyHelp')}
          allowDeselect={false}
          data={PRIVACIES.map((value) => ({ value, label: t(`groups.privacy.${value}`) }))}
        />
        <ExpiryFields form={form} />
        <SwitchField
          field={form.field('allow_duplicate_credentials')}
          description={t(hasCredentials ? 'groups.form.duplicatesHelpUsed' : 'groups.form.duplicatesHelp')}
        />
        <SwitchField field={form.field('send_emails')} description={t('groups.form.sendEmailsHelp')} />
        <Switch
          label={t('groups.form.attachPdf')}
          description={t('groups.form.attachPdfHelp')}
          disabled={!form.values.send_emails}
          checked={form.values.attach_pdf && form.values.send_emails}
          onChange={(event) => form.set('attach_pdf', event.currentTarget.checked)}
        />
      </Panel>
    </>
  );
}

function ExpiryFields({ form }: { form: Form<GroupValues> }) {
  const { t } = useTranslation();
  const amount = form.field('expiry_amount');
  const expires = form.values.expiry_unit !== 'never';
  return (
    <Group gap="xs" align="flex-start" grow preventGrowOverflow={false}>
      <Select
        label={t('groups.form.expiry')}
        description={t('groups.form.expiryHelp')}
        allowDeselect={false}
        value={form.values.expiry_unit}
        data={UNITS.map((value) => ({ value, label: t(`groups.expiry.${value}`) }))}
        onChange={(value) => form.set('expiry_unit', (value ?? 'never') as ExpiryUnit)}
      />
      {expires && (
        <TextInput
          label={amount.label}
          inputMode="numeric"
          maw={140}
          value={amount.value}
          error={amount.error && t('groups.form.expiryWrong')}
          onBlur={amount.onBlur}
          onChange={(event) => amount.onChange(event.currentTarget.value)}
        />
      )}
    </Group>
  );
}
