import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EMAIL_SETTINGS, invalidate } from '../../api/queries/keys';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { maxLength, required } from '../../lib/validation';
import { dialog } from '../../ui/dialog/dialog';
import { FormProblems } from '../../ui/form/FormProblems';
import { PasswordField, SelectField, SwitchField, TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';
import { StateDot } from '../../ui/StateDot';
import { toast } from '../../ui/toast/toast';
import { type EmailServer, type EmailSettings, saveSettings } from './api';
import { EmailPage } from './EmailPage';
import { FeedbackPanel } from './FeedbackPanel';
import { TestDialog } from './TestDialog';
import { useChange } from './useChange';

/** The department's own mail server. */
export function Component() {
  return (
    <EmailPage tab="server">
      {(settings) => (
        <>
          <ServerPanel settings={settings} />
          <FeedbackPanel />
        </>
      )}
    </EmailPage>
  );
}

const INK = { title: { color: 'var(--lr-ink)' }, message: { color: 'var(--lr-ink)' } };
const RULES = {
  'server.host': [required, maxLength(253)],
  'server.port': [required],
  'server.username': [maxLength(320)],
  'server.password': [maxLength(1000)],
};

const valuesOf = (server: EmailServer | null) => ({
  'server.host': server?.host ?? '',
  'server.port': String(server?.port ?? 587),
  'server.security': server?.security ?? ('starttls' as const),
  'server.username': server?.username ?? '',
  'server.password': '',
  'server.enabled': server?.enabled ?? false,
  'server.failover': server?.failover ?? false,
});

type Values = ReturnType<typeof valuesOf>;

function useServerForm(server: EmailServer | null) {
  const { t } = useTranslation();
  return useForm<Values>({
    initial: valuesOf(server),
    labels: {
      'server.host': t('emailSettings.server.host'),
      'server.port': t('emailSettings.server.port'),
      'server.security': t('emailSettings.server.security'),
      'server.username': t('emailSettings.server.user'),
      'server.password': t('emailSettings.server.password'),
      'server.enabled': t('emailSettings.server.on'),
      'server.failover': t('emailSettings.server.failover'),
    },
    rules: RULES,
  });
}

/** A port, or what was typed instead: the server says what is wrong with it. */
const portOf = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : 0);

function ServerPanel({ settings }: { settings: EmailSettings }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [testing, setTesting] = useState(false);
  const { server } = settings;
  const form = useServerForm(server);
  const save = form.submit(async (values) => {
    const saved = await saveSettings({
      server: {
        host: values['server.host'],
        port: portOf(values['server.port']),
        security: values['server.security'],
        username: values['server.username'],
        password: values['server.password'],
        enabled: values['server.enabled'],
        failover: values['server.failover'],
      },
    });
    form.reset(valuesOf(saved.server));
    toast.success(t('emailSettings.saved'));
    await invalidate(queries, EMAIL_SETTINGS);
  });
  const test = () => {
    if (form.dirty) toast.formWarning(t('emailSettings.server.test.unsaved'), []);
    else setTesting(true);
  };
  return (
    <>
      {server && <ServerState server={server} />}
      <form noValidate onSubmit={(event) => void save(event)}>
        <FormProblems problems={form.problems} />
        <Panel
          title={t('emailSettings.server.title')}
          description={t('emailSettings.server.lead')}
          action={
            server && (
              <StateDot tone={server.in_use ? 'good' : 'quiet'}>
                {t(`emailSettings.server.${server.in_use ? 'inUse' : 'off'}`)}
              </StateDot>
            )
          }
        >
          <TextField
            field={form.field('server.host')}
            description={t('emailSettings.server.hostHelp')}
            dir="ltr"
            autoComplete="off"
            maw={480}
          />
          <TextField field={form.field('server.port')} inputMode="numeric" dir="ltr" maw={160} />
          <SelectField
            field={form.field('server.security')}
            data={(['starttls', 'tls', 'none'] as const).map((value) => ({
              value,
              label: t(`emailSettings.server.${value}`),
            }))}
            maw={320}
          />
          <TextField
            field={form.field('server.username')}
            description={t('emailSettings.server.userHelp')}
            dir="ltr"
            autoComplete="off"
            maw={480}
          />
          <PasswordField
            field={form.field('server.password')}
            description={t(`emailSettings.server.${server?.has_password ? 'passwordKept' : 'passwordHelp'}`)}
            dir="ltr"
            autoComplete="new-password"
            maw={480}
          />
          <SwitchField field={form.field('server.enabled')} description={t('emailSettings.server.onHelp')} />
          <SwitchField
            field={form.field('server.failover')}
            description={t('emailSettings.server.failoverHelp', {
              address: isolate(settings.installation_address),
            })}
          />
          <Group gap="xs">
            <Button type="submit" loading={form.busy} disabled={!form.dirty}>
              {t('emailSettings.server.save')}
            </Button>
            {server && (
              <>
                <Button variant="default" onClick={test}>
                  {t('emailSettings.server.test.action')}
                </Button>
                <RemoveButton onRemoved={() => form.reset(valuesOf(null))} />
              </>
            )}
          </Group>
        </Panel>
      </form>
      {testing && <TestDialog onClose={() => setTesting(false)} />}
    </>
  );
}

/** What keeps emails from going through the server. */
function ServerState({ server }: { server: EmailServer }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!server.enabled) return null;
  if (!server.in_use)
    return (
      <Alert variant="light" color="yellow" mb="md" styles={INK}>
        {t('emailSettings.server.needsAddress')}{' '}
        <Anchor component={Link} to="/settings/email/sender" inherit underline="always">
          {t('emailSettings.server.toSender')}
        </Anchor>
      </Alert>
    );
  if (!server.failed_at) return null;
  return (
    <Alert
      variant="light"
      color="red"
      mb="md"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t('emailSettings.server.failed', { time: isolate(format.dateTime(server.failed_at)) })}
      styles={INK}
    >
      <Text size="sm">{t(`emailSettings.server.${server.failover ? 'failedOver' : 'failedWaits'}`)}</Text>
      <Text size="sm" dir="auto">
        {server.failure}
      </Text>
    </Alert>
  );
}

function RemoveButton({ onRemoved }: { onRemoved: () => void }) {
  const { t } = useTranslation();
  const change = useChange();
  const remove = async () => {
    const sure = await dialog.confirm({
      title: t('emailSettings.server.removeTitle'),
      body: t('emailSettings.server.removeBody'),
      confirmLabel: t('emailSettings.server.remove'),
      danger: true,
    });
    if (!sure) return;
    await change(async () => {
      await saveSettings({ server: null });
      onRemoved();
    }, t('emailSettings.server.removed'));
  };
  return (
    <Button variant="default" c="var(--lr-red)" onClick={() => void remove()}>
      {t('emailSettings.server.remove')}
    </Button>
  );
}
