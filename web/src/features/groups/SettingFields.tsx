import { Group, Select, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languageChoices } from '../../i18n/languages';
import { SelectField, SwitchField, TextField } from '../../ui/form/fields';
import type { Form } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';
import { ACTIONS, type DefaultValues, type ExpiryUnit } from './groupForm';
import { CopiesField } from './ListFields';

const UNITS = ['never', 'day', 'month', 'year'] as const;
const PRIVACIES = ['inherit', 'public', 'private'] as const;
const LEVELS = ['public', 'owner', 'hidden'] as const;

/** The settings that have defaults, as part of a form. Forms with more fields satisfy it too. */
export interface SettingsForm {
  values: DefaultValues;
  field: Form<DefaultValues>['field'];
  set: Form<DefaultValues>['set'];
}

/** Language, expiry and duplicates. */
export function GeneralFields({ form, used }: { form: SettingsForm; used?: boolean }) {
  const { t } = useTranslation();
  return (
    <Panel title={t('groups.form.behaviour')}>
      <SelectField
        field={form.field('language')}
        description={t('groups.form.languageHelp')}
        searchable
        data={languageChoices(form.values.language)}
      />
      <SelectField
        field={form.field('page_language')}
        description={t('groups.form.pageLanguageHelp')}
        searchable
        data={[
          { value: '', label: t('groups.form.pageLanguageAuto') },
          ...languageChoices(form.values.page_language),
        ]}
      />
      <ExpiryFields form={form} />
      <SwitchField
        field={form.field('allow_duplicate_credentials')}
        description={t(used ? 'groups.form.duplicatesHelpUsed' : 'groups.form.duplicatesHelp')}
      />
      {!form.values.allow_duplicate_credentials && (
        <SwitchField
          field={form.field('replace_duplicates')}
          description={t('groups.form.duplicatesReplaceHelp')}
        />
      )}
    </Panel>
  );
}

function ExpiryFields({ form }: { form: SettingsForm }) {
  const { t } = useTranslation();
  const amount = form.field('expiry_amount');
  return (
    <Group gap="xs" align="flex-start" grow preventGrowOverflow={false}>
      <Select
        label={t('groups.form.expiry')}
        description={t('groups.form.expiryHelp')}
        value={form.values.expiry_unit}
        data={UNITS.map((value) => ({ value, label: t(`groups.expiry.${value}`) }))}
        onChange={(value) => form.set('expiry_unit', (value ?? 'never') as ExpiryUnit)}
      />
      {form.values.expiry_unit !== 'never' && (
        <TextInput
          label={amount.label}
          name={amount.name}
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

/** Privacy, and what is shown and allowed on public pages. */
export function VisibilityFields({ form }: { form: SettingsForm }) {
  const { t } = useTranslation();
  return (
    <>
      <Panel title={t('groups.form.seen')}>
        <SelectField
          field={form.field('generate_private_credential')}
          description={t('groups.form.privacyHelp')}
          data={PRIVACIES.map((value) => ({ value, label: t(`groups.privacy.${value}`) }))}
        />
        <SwitchField field={form.field('indexing_allowed')} description={t('groups.form.indexingHelp')} />
        <SwitchField field={form.field('organization_link_show')} />
        <SwitchField field={form.field('course_link_show')} />
        <SwitchField field={form.field('signup_url_show')} description={t('groups.form.signupShowHelp')} />
        <SwitchField field={form.field('earners_show')} description={t('groups.form.earnersHelp')} />
      </Panel>
      <Panel title={t('groups.form.actions')} description={t('groups.form.actionsLead')}>
        {ACTIONS.map((action) => (
          <SelectField
            key={action}
            field={form.field(`actions.${action}`)}
            data={LEVELS.map((value) => ({ value, label: t(`groups.level.${value}`) }))}
          />
        ))}
      </Panel>
    </>
  );
}

/** Email delivery, sender and copies. */
export function EmailFields({ form }: { form: SettingsForm }) {
  const { t } = useTranslation();
  return (
    <>
      <Panel title={t('groups.form.delivery')}>
        <SwitchField field={form.field('send_emails')} description={t('groups.form.sendEmailsHelp')} />
        <Switch
          label={t('groups.form.attachPdf')}
          description={t('groups.form.attachPdfHelp')}
          disabled={!form.values.send_emails}
          checked={form.values.attach_pdf && form.values.send_emails}
          onChange={(event) => form.set('attach_pdf', event.currentTarget.checked)}
        />
      </Panel>
      <Panel title={t('groups.form.sender')} description={t('groups.form.senderLead')}>
        <TextField
          field={form.field('sender.name')}
          description={t('groups.form.senderNameHelp')}
          dir="auto"
        />
        <TextField
          field={form.field('sender.reply_to')}
          description={t('groups.form.replyToHelp')}
          type="email"
          dir="ltr"
        />
        <CopiesField field={form.field('sender.cc')} description={t('groups.form.ccHelp')} />
        <CopiesField field={form.field('sender.bcc')} description={t('groups.form.bccHelp')} />
      </Panel>
    </>
  );
}

/** What recipients may add to new credentials. */
export function EvidenceFields({ form }: { form: SettingsForm }) {
  const { t } = useTranslation();
  return (
    <Panel title={t('groups.form.supplements')} description={t('groups.form.supplementsLead')}>
      <SwitchField field={form.field('evidence_allowed')} description={t('groups.form.evidenceHelp')} />
      <SwitchField field={form.field('references_allowed')} description={t('groups.form.referencesHelp')} />
      <SwitchField
        field={form.field('evidence_approval')}
        description={t('groups.form.evidenceApprovalHelp')}
      />
      <SwitchField
        field={form.field('evidence_required')}
        description={t('groups.form.evidenceRequiredHelp')}
      />
    </Panel>
  );
}
