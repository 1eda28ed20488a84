import { Button, Group, Select, Skeleton, Stack, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { RECIPIENT } from '../../api/recipient';
import { chooseLanguage } from '../../i18n/i18n';
import { offeredLanguages } from '../../i18n/languages';
import { timeZones } from '../../i18n/timeZones';
import { maxLength, minLength, required } from '../../lib/validation';
import { ErrorPage } from '../../ui/ErrorPage';
import { FormProblems } from '../../ui/form/FormProblems';
import { PasswordField, SelectField, TextField } from '../../ui/form/fields';
import { NewPasswordField } from '../../ui/form/NewPasswordField';
import { useForm } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';
import { SessionList } from '../../ui/sessions/SessionList';
import { toast } from '../../ui/toast/toast';
import { AddressesPanel } from './AddressesPanel';
import {
  endOtherOwnSessions,
  endOwnSession,
  ownAccountQuery,
  ownSessionsQuery,
  type RecipientAccount,
  updateOwnAccount,
} from './api';
import { DataPanel } from './DataPanel';
import { DeletePanel } from './DeletePanel';
import { NotificationsPanel } from './NotificationsPanel';
import { PasskeysPanel } from './PasskeysPanel';
import { OwnPhoto } from './profile/OwnPhoto';
import styles from './SettingsPage.module.css';
import { SignInLinksPanel } from './SignInLinksPanel';
import { hasSession, signedOut } from './signedOut';

/** The recipient's own account: name, language, addresses, passkeys, password and sessions. */
export function SettingsPage({ Frame }: { Frame: ComponentType<{ title: string; children: ReactNode }> }) {
  const { t } = useTranslation();
  const title = t('recipient.settings.title');
  const { data, error, refetch } = useQuery({ ...ownAccountQuery(), enabled: hasSession() });
  // A session that an issuer's link opened has not proved the address, and changes nothing of the account.
  if (signedOut(error)) return <Navigate to="/me/sign-in?next=/me/settings" replace />;
  return (
    <Frame title={title}>
      <div className={styles.page}>
        <Group justify="space-between" mb="lg">
          <Title order={1} size="h2">
            {title}
          </Title>
          <Button component={Link} to="/me" variant="default">
            {t('recipient.bar.all')}
          </Button>
        </Group>
        {error && !data ? (
          <ErrorPage part onRetry={() => void refetch()} />
        ) : data ? (
          <>
            <Profile account={data} />
            <AddressesPanel />
            <PasskeysPanel hasPassword={data.has_password} />
            <Password key={String(data.has_password)} account={data} />
            <NotificationsPanel />
            <Panel title={t('account.sessions')} description={t('account.sessionsLead')}>
              <Sessions />
            </Panel>
            <SignInLinksPanel />
            <DataPanel />
            <DeletePanel email={data.email} />
          </>
        ) : (
          <Skeleton height={320} aria-busy />
        )}
      </div>
    </Frame>
  );
}

function useReread() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: RECIPIENT });
}

function Profile({ account }: { account: RecipientAccount }) {
  const { t } = useTranslation();
  const reread = useReread();
  const form = useForm({
    initial: { name: account.name, locale: account.locale, time_zone: account.time_zone },
    labels: {
      name: t('recipient.settings.name'),
      locale: t('account.language'),
      time_zone: t('recipient.settings.timeZone'),
    },
    rules: { name: [required, maxLength(255)] },
  });
  const save = async ({ name, locale, time_zone }: typeof form.values) => {
    const saved = { name: name.trim(), locale, time_zone };
    await updateOwnAccount(saved);
    form.reset(saved);
    toast.success(t('account.saved'));
    await Promise.all([chooseLanguage(locale), reread()]);
  };
  const locale = form.field('locale');
  return (
    <Panel
      title={t('account.profile')}
      action={
        <Group gap="sm" wrap="nowrap">
          <OwnPhoto size={48} />
          <Button component={Link} to="/me/profile" variant="default" size="compact-sm">
            {t('profile.edit')}
          </Button>
        </Group>
      }
    >
      <form noValidate onSubmit={form.submit(save)}>
        <Stack gap="md" maw={480}>
          <FormProblems problems={form.problems} />
          <TextField
            field={form.field('name')}
            description={t('recipient.settings.nameHelp')}
            autoComplete="name"
          />
          <Select
            label={locale.label}
            description={t('account.languageHelp')}
            data={offeredLanguages().map(({ value, name }) => ({ value, label: name }))}
            value={locale.value}
            error={locale.error}
            onChange={(value) => value && locale.onChange(value)}
          />
          <SelectField
            field={form.field('time_zone')}
            description={t('recipient.settings.timeZoneHelp')}
            data={[
              { value: '', label: t('recipient.settings.timeZoneBrowser') },
              ...timeZones(account.time_zone).map((zone) => ({ value: zone, label: zone })),
            ]}
            searchable
          />
          <Group>
            <Button type="submit" loading={form.busy} disabled={!form.dirty}>
              {t('ui.form.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

const EMPTY = { current_password: '', password: '' };

function Password({ account }: { account: RecipientAccount }) {
  const { t } = useTranslation();
  const reread = useReread();
  const form = useForm({
    initial: EMPTY,
    labels: { current_password: t('account.currentPassword'), password: t('account.newPassword') },
    rules: {
      current_password: account.has_password ? [required] : [],
      password: [required, minLength(10), maxLength(1000)],
    },
  });
  const save = async ({ current_password, password }: typeof EMPTY) => {
    await updateOwnAccount({ password, ...(account.has_password && { current_password }) });
    form.reset(EMPTY);
    toast.success(t('account.passwordSaved'));
    await reread();
  };
  return (
    <Panel
      title={t('account.password')}
      description={t(account.has_password ? 'account.passwordLead' : 'recipient.settings.passwordLead')}
    >
      <form noValidate onSubmit={form.submit(save)}>
        <Stack gap="md" maw={480}>
          <FormProblems problems={form.problems} />
          {account.has_password && (
            <PasswordField field={form.field('current_password')} autoComplete="current-password" />
          )}
          <NewPasswordField field={form.field('password')} known={[account.name, account.email]} />
          <Group>
            <Button type="submit" variant="default" loading={form.busy}>
              {t(account.has_password ? 'account.changePassword' : 'signIn.resetSubmit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

function Sessions() {
  const reread = useReread();
  const { data, error, refetch } = useQuery(ownSessionsQuery());
  return (
    <SessionList
      sessions={data}
      error={error}
      onRetry={() => void refetch()}
      onEnd={(id) => endOwnSession(id).finally(reread)}
      onEndOthers={() => endOtherOwnSessions().finally(reread)}
    />
  );
}
