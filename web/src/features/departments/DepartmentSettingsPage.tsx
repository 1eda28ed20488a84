import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDepartment } from '../../api/session';
import { languageChoices } from '../../i18n/languages';
import { timeZones } from '../../i18n/timeZones';
import { useFormat } from '../../i18n/useFormat';
import { email, maxLength, required, url } from '../../lib/validation';
import { FormProblems } from '../../ui/form/FormProblems';
import { SelectField, SwitchField, TextareaField, TextField } from '../../ui/form/fields';
import { SaveBar } from '../../ui/form/SaveBar';
import { useForm } from '../../ui/form/useForm';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast/toast';
import { updateDepartment } from './api';
import { DeletePanel } from './DeletePanel';
import { LogoField } from './LogoField';
import { SessionsPanel } from './SessionsPanel';
import { SignInPanel } from './SignInPanel';
import { VisitsPanel } from './VisitsPanel';

const RULES = {
  name: [required, maxLength(255)],
  url: [url],
  contact_email: [email],
  description: [maxLength(5000)],
};
/** In minutes. */
const HOLDS = [0, 5, 10, 15, 30, 60];
/** Name, URL, logo, language, time zone and privacy of the current department. */
export function Component() {
  const { t } = useTranslation();
  const department = useDepartment();
  const { name, url, contact_email, logo, page_banner, whitelabel_logo, description } = department;
  const { language, time_zone, generate_private_credential, hold_minutes, undeclared_attributes } =
    department;
  const format = useFormat();
  const form = useForm({
    initial: {
      ...{
        name,
        url,
        contact_email,
        logo,
        page_banner,
        whitelabel_logo,
        description,
        language,
        time_zone,
        generate_private_credential,
        undeclared_attributes,
      },
      hold_minutes: String(hold_minutes),
    },
    labels: {
      name: t('departments.name'),
      url: t('departments.url'),
      contact_email: t('departments.contact'),
      logo: t('departments.logo'),
      page_banner: t('departments.banner'),
      whitelabel_logo: t('departments.whitelabel'),
      description: t('departments.description'),
      language: t('departments.language'),
      time_zone: t('departments.timeZone'),
      generate_private_credential: t('departments.private'),
      hold_minutes: t('departments.hold'),
      undeclared_attributes: t('departments.undeclared'),
    },
    rules: RULES,
  });

  const save = async (values: typeof form.values) => {
    await updateDepartment({ ...values, hold_minutes: Number(values.hold_minutes) });
    form.reset(values);
    toast.success(t('departments.saved'));
  };

  return (
    <>
      <PageHeader title={t('departments.settings')} subtitle={t('departments.settingsLead')} />
      <form noValidate onSubmit={form.submit(save)}>
        <FormProblems problems={form.problems} />
        <Panel title={t('departments.identity')} description={t('departments.identityLead')}>
          <TextField field={form.field('name')} maw={480} />
          <TextField
            field={form.field('url')}
            description={t('departments.urlHelp')}
            type="url"
            dir="ltr"
            maw={480}
          />
          <TextField
            field={form.field('contact_email')}
            description={t('departments.contactHelp')}
            type="email"
            dir="ltr"
            maw={480}
          />
          <TextareaField
            field={form.field('description')}
            description={t('departments.descriptionHelp')}
            maw={640}
          />
          <LogoField
            label={t('departments.logo')}
            help={t('departments.logoHelp')}
            value={form.values.logo}
            onChange={(next) => form.set('logo', next)}
          />
          <LogoField
            label={t('departments.whitelabel')}
            help={t('departments.whitelabelHelp')}
            wide
            value={form.values.whitelabel_logo}
            onChange={(next) => form.set('whitelabel_logo', next)}
          />
          <LogoField
            label={t('departments.banner')}
            help={t('departments.bannerHelp')}
            wide
            value={form.values.page_banner}
            onChange={(next) => form.set('page_banner', next)}
          />
        </Panel>
        <Panel title={t('departments.defaults')} description={t('departments.defaultsLead')}>
          <SelectField
            field={form.field('language')}
            data={languageChoices(form.values.language ?? '')}
            searchable
            maw={320}
          />
          <SelectField
            field={form.field('time_zone')}
            description={t('departments.timeZoneHelp')}
            data={timeZones(time_zone)}
            searchable
            maw={320}
          />
          <SwitchField
            field={form.field('generate_private_credential')}
            description={t('departments.privateHelp')}
          />
          <SelectField
            field={form.field('hold_minutes')}
            description={t('departments.holdHelp')}
            data={[...new Set([...HOLDS, hold_minutes])]
              .sort((a, b) => a - b)
              .map((count) => ({
                value: String(count),
                label:
                  count === 0
                    ? t('departments.holdNone')
                    : t('departments.holdMinutes', { count, number: format.number(count) }),
              }))}
            maw={320}
          />
          <SelectField
            field={form.field('undeclared_attributes')}
            description={t('departments.undeclaredHelp')}
            data={[
              { value: 'keep', label: t('departments.undeclaredKeep') },
              { value: 'declare', label: t('departments.undeclaredDeclare') },
            ]}
            maw={320}
          />
        </Panel>
        <SaveBar dirty={form.dirty} busy={form.busy} onReset={() => form.reset()} />
      </form>
      <Stack gap="md" mt="md">
        <SignInPanel />
        <SessionsPanel />
        <VisitsPanel />
        <DeletePanel />
      </Stack>
    </>
  );
}
