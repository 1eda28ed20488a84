import { Alert, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EMAIL_SETTINGS, invalidate } from '../../api/queries/keys';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { Copied } from '../../ui/Copied';
import { ErrorPage } from '../../ui/ErrorPage';
import { FormProblems } from '../../ui/form/FormProblems';
import { PasswordField, SelectField, SwitchField, TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast/toast';
import { type EmailFeedback, feedbackQuery, saveFeedback } from './api';

const PROVIDERS = ['ses', 'postmark', 'mailgun', 'sendgrid'] as const;

/** How the department learns which emails came back that go through its own server. */
export function FeedbackPanel() {
  const { data, error, refetch } = useQuery(feedbackQuery());
  if (data) return <FeedbackForm feedback={data} />;
  if (error) return <ErrorPage part onRetry={() => void refetch()} detail={error.message} />;
  return <Skeleton height={240} />;
}

const valuesOf = ({ provider, bounce_address, mailbox }: EmailFeedback) => ({
  provider: provider === '' ? ('none' as const) : provider,
  secret: '',
  bounce_address,
  read: mailbox !== null,
  'mailbox.host': mailbox?.host ?? '',
  'mailbox.port': String(mailbox?.port ?? 993),
  'mailbox.username': mailbox?.username ?? '',
  'mailbox.password': '',
  'mailbox.folder': mailbox?.folder ?? 'INBOX',
});

type Values = ReturnType<typeof valuesOf>;

const inputOf = (values: Values) => ({
  provider: values.provider === 'none' ? ('' as const) : values.provider,
  secret: values.secret,
  bounce_address: values.bounce_address.trim(),
  mailbox: values.read
    ? {
        host: values['mailbox.host'],
        port: /^\d+$/.test(values['mailbox.port'].trim()) ? Number(values['mailbox.port']) : 0,
        username: values['mailbox.username'],
        password: values['mailbox.password'],
        folder: values['mailbox.folder'],
      }
    : null,
});

function useFeedbackForm(feedback: EmailFeedback) {
  const { t } = useTranslation();
  return useForm<Values>({
    initial: valuesOf(feedback),
    labels: {
      provider: t('emailSettings.feedback.provider'),
      secret: t('emailSettings.feedback.secretLabel'),
      bounce_address: t('emailSettings.feedback.bounceAddress'),
      read: t('emailSettings.feedback.read'),
      'mailbox.host': t('emailSettings.feedback.host'),
      'mailbox.port': t('emailSettings.server.port'),
      'mailbox.username': t('emailSettings.server.user'),
      'mailbox.password': t('emailSettings.server.password'),
      'mailbox.folder': t('emailSettings.feedback.folder'),
    },
    rules: {},
  });
}

function FeedbackForm({ feedback }: { feedback: EmailFeedback }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useFeedbackForm(feedback);
  const save = form.submit(async (values) => {
    const saved = await saveFeedback(inputOf(values));
    form.reset(valuesOf(saved));
    toast.success(t('emailSettings.saved'));
    await invalidate(queries, EMAIL_SETTINGS);
  });
  const { provider, read } = form.values;
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <FormProblems problems={form.problems} />
      <Panel title={t('emailSettings.feedback.title')} description={t('emailSettings.feedback.lead')}>
        <SelectField
          field={form.field('provider')}
          description={t('emailSettings.feedback.providerHelp')}
          data={[
            { value: 'none' as const, label: t('emailSettings.feedback.providers.none') },
            ...PROVIDERS.map((value) => ({
              value,
              label: t(`emailSettings.feedback.providers.${value}`),
            })),
          ]}
          maw={320}
        />
        {provider !== 'none' && (
          <PasswordField
            field={form.field('secret')}
            description={
              feedback.has_secret && provider === feedback.provider
                ? t('emailSettings.server.passwordKept')
                : t(`emailSettings.feedback.secret.${provider}`)
            }
            dir="ltr"
            autoComplete="off"
            maw={480}
          />
        )}
        {feedback.webhook_url && (
          <div>
            <Text size="sm">{t('emailSettings.feedback.webhook')}</Text>
            <Copied value={feedback.webhook_url} label={t('emailSettings.feedback.copyWebhook')} />
          </div>
        )}
        <TextField
          field={form.field('bounce_address')}
          description={t('emailSettings.feedback.bounceAddressHelp')}
          dir="ltr"
          autoComplete="off"
          maw={480}
        />
        <SwitchField field={form.field('read')} description={t('emailSettings.feedback.readHelp')} />
        {read && <MailboxFields form={form} feedback={feedback} />}
        <Group>
          <Button type="submit" loading={form.busy} disabled={!form.dirty}>
            {t('emailSettings.feedback.save')}
          </Button>
        </Group>
      </Panel>
    </form>
  );
}

interface MailboxFieldsProps {
  form: ReturnType<typeof useFeedbackForm>;
  feedback: EmailFeedback;
}

function MailboxFields({ form, feedback: { mailbox } }: MailboxFieldsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      {mailbox?.failure && (
        <Alert variant="light" color="red" title={t('emailSettings.feedback.failed')}>
          <Text size="sm" dir="auto" c="var(--lr-ink)">
            {mailbox.failure}
          </Text>
        </Alert>
      )}
      <TextField field={form.field('mailbox.host')} dir="ltr" autoComplete="off" maw={480} />
      <TextField field={form.field('mailbox.port')} inputMode="numeric" dir="ltr" maw={160} />
      <TextField field={form.field('mailbox.username')} dir="ltr" autoComplete="off" maw={480} />
      <PasswordField
        field={form.field('mailbox.password')}
        description={t(`emailSettings.server.${mailbox?.has_password ? 'passwordKept' : 'passwordHelp'}`)}
        dir="ltr"
        autoComplete="new-password"
        maw={480}
      />
      <TextField
        field={form.field('mailbox.folder')}
        description={t('emailSettings.feedback.folderHelp')}
        dir="auto"
        maw={320}
      />
      {mailbox?.read_at && !mailbox.failure && (
        <Text size="sm" c="dimmed">
          {t('emailSettings.feedback.readAt', { time: isolate(format.dateTime(mailbox.read_at)) })}
        </Text>
      )}
    </>
  );
}
