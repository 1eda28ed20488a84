import { Anchor, Group, Input, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EMAIL_SETTINGS, invalidate } from '../../api/queries/keys';
import { useDepartment } from '../../api/session';
import { email, maxLength } from '../../lib/validation';
import { FormProblems } from '../../ui/form/FormProblems';
import { SwitchField, TextField } from '../../ui/form/fields';
import { SaveBar } from '../../ui/form/SaveBar';
import { useForm } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast/toast';
import { type EmailSettings, saveSettings } from './api';
import { EmailPage } from './EmailPage';
import { EVENTS, inputOf, type Values, valuesOf } from './general';
import { Waiting } from './Waiting';

/** What is emailed, to whom copies and answers go, and when emails go out. */
export function Component() {
  return <EmailPage tab="general">{(settings) => <GeneralForm settings={settings} />}</EmailPage>;
}

const RULES = {
  reply_to: [email],
  'support.name': [maxLength(255)],
  'support.email': [email],
  'support.phone': [maxLength(50)],
};

function useGeneralForm(settings: EmailSettings) {
  const { t } = useTranslation();
  return useForm<Values>({
    initial: valuesOf(settings),
    labels: {
      'events.delivery': t('emailSettings.events.delivery'),
      'events.status': t('emailSettings.events.status'),
      'events.name_changes': t('emailSettings.events.name_changes'),
      'events.references': t('emailSettings.events.references'),
      reply_to: t('emailSettings.copies.replyTo'),
      cc: t('emailSettings.copies.cc'),
      bcc: t('emailSettings.copies.bcc'),
      'support.name': t('emailSettings.contacts.name'),
      'support.email': t('emailSettings.contacts.email'),
      'support.phone': t('emailSettings.contacts.phone'),
      per_minute: t('emailSettings.limits.perMinute'),
      daily_cap: t('emailSettings.limits.dailyCap'),
      quiet: t('emailSettings.limits.quiet'),
      'quiet_hours.from': t('emailSettings.limits.from'),
      'quiet_hours.until': t('emailSettings.limits.until'),
    },
    rules: RULES,
  });
}

function GeneralForm({ settings }: { settings: EmailSettings }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useGeneralForm(settings);
  const save = form.submit(async (values) => {
    form.reset(valuesOf(await saveSettings(inputOf(values))));
    toast.success(t('emailSettings.saved'));
    await invalidate(queries, EMAIL_SETTINGS);
  });
  return (
    <>
      <Waiting waiting={settings.waiting} />
      <form noValidate onSubmit={(event) => void save(event)}>
        <FormProblems problems={form.problems} />
        <Panel title={t('emailSettings.events.title')} description={t('emailSettings.events.lead')}>
          {EVENTS.map((event) => (
            <SwitchField
              key={event}
              field={form.field(`events.${event}`)}
              description={t(`emailSettings.events.${event}Help`)}
            />
          ))}
        </Panel>
        <Panel
          title={t('emailSettings.limits.title')}
          description={t('emailSettings.limits.lead', { zone: settings.time_zone })}
        >
          <TextField
            field={form.field('per_minute')}
            description={t('emailSettings.limits.perMinuteHelp')}
            inputMode="numeric"
            maw={320}
          />
          <TextField
            field={form.field('daily_cap')}
            description={t('emailSettings.limits.dailyCapHelp')}
            inputMode="numeric"
            maw={320}
          />
          <SwitchField field={form.field('quiet')} description={t('emailSettings.limits.quietHelp')} />
          {form.values.quiet && (
            <Group align="flex-start">
              <TextField field={form.field('quiet_hours.from')} type="time" w={140} />
              <TextField field={form.field('quiet_hours.until')} type="time" w={140} />
            </Group>
          )}
        </Panel>
        <Panel title={t('emailSettings.copies.title')} description={t('emailSettings.copies.lead')}>
          <TextField
            field={form.field('reply_to')}
            description={t('emailSettings.copies.replyToHelp')}
            type="email"
            dir="ltr"
            maw={480}
          />
          <TextField
            field={form.field('cc')}
            description={t('emailSettings.copies.ccHelp')}
            dir="ltr"
            maw={480}
          />
          <TextField
            field={form.field('bcc')}
            description={t('emailSettings.copies.bccHelp')}
            dir="ltr"
            maw={480}
          />
        </Panel>
        <Panel title={t('emailSettings.contacts.title')}>
          <GeneralContact />
          <TextField field={form.field('support.name')} dir="auto" maw={480} />
          <TextField
            field={form.field('support.email')}
            description={t('emailSettings.contacts.emailHelp')}
            type="email"
            dir="ltr"
            maw={480}
          />
          <TextField field={form.field('support.phone')} type="tel" dir="ltr" maw={320} />
        </Panel>
        <SaveBar dirty={form.dirty} busy={form.busy} onReset={() => form.reset()} />
      </form>
    </>
  );
}

/** The department's public contact, which is one of its own settings. */
function GeneralContact() {
  const { t } = useTranslation();
  const { contact_email } = useDepartment();
  return (
    <Input.Wrapper
      labelElement="div"
      label={t('emailSettings.contacts.general')}
      description={t('emailSettings.contacts.generalHelp')}
    >
      <Group gap="sm" mt={4}>
        <Text>
          {contact_email ? <bdi dir="ltr">{contact_email}</bdi> : t('emailSettings.contacts.generalNone')}
        </Text>
        <Anchor component={Link} to="/settings/department" underline="always">
          {t('emailSettings.contacts.generalEdit')}
        </Anchor>
      </Group>
    </Input.Wrapper>
  );
}
