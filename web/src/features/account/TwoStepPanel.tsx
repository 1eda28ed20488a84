import { Button, Code, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { qrSVG } from '../../lib/qr';
import { saveBlob } from '../../lib/saveBlob';
import { required } from '../../lib/validation';
import { ErrorPage } from '../../ui/ErrorPage';
import { FormProblems } from '../../ui/form/FormProblems';
import { PasswordField, TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';
import { PasskeyList } from '../../ui/passkeys/PasskeyList';
import { toast } from '../../ui/toast/toast';
import {
  addPasskey,
  beginTotp,
  confirmTotp,
  type Enrolment,
  type Factors,
  factorsQuery,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
} from './api';

type Step = 'password' | Enrolment | 'renew' | 'remove' | null;

/** Adds and removes passkeys and an authenticator app, and replaces recovery codes. */
export function TwoStepPanel() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(factorsQuery);
  const [step, setStep] = useState<Step>(null);
  const [codes, setCodes] = useState<string[]>();
  const reread = () => client.invalidateQueries({ queryKey: factorsQuery.queryKey });
  const close = () => setStep(null);
  const show = async (fresh: string[]) => {
    if (fresh.length > 0) setCodes(fresh);
    close();
    await reread();
  };

  const change = async (code: string) => {
    if (step === 'renew') return show(await renewRecoveryCodes(code));
    await removeTotp(code);
    toast.success(t('account.mfa.removed'));
    close();
    await reread();
  };

  const content = () => {
    if (error && !data) return <ErrorPage part onRetry={() => void refetch()} />;
    if (!data) return <Skeleton height={40} aria-busy />;
    if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />;
    if (step === 'password') return <PasswordStep onBegun={setStep} onCancel={close} />;
    if (step === 'renew' || step === 'remove')
      return <CodeStep action={t(`account.mfa.${step}`)} onCode={change} onCancel={close} />;
    if (step) return <ConfirmStep enrolment={step} onCodes={show} onCancel={close} />;
    return <Overview factors={data} onStep={setStep} />;
  };

  return (
    <>
      <Panel title={t('passkeys.title')} description={t('account.passkeysLead')}>
        <PasskeyList
          passkeys={data?.passkeys}
          error={error}
          hasPassword
          onRetry={() => void refetch()}
          onAdd={async (name, password) => show(await addPasskey(name, password))}
          onRename={renamePasskey}
          onRemove={removePasskey}
          onChanged={reread}
        />
      </Panel>
      <Panel title={t('account.mfa.title')} description={t('account.mfa.lead')}>
        <Stack gap="md" maw={480}>
          {content()}
        </Stack>
      </Panel>
    </>
  );
}

/** Whether two-step sign-in is on, and what can be done about it. */
function Overview({ factors, onStep }: { factors: Factors; onStep: (step: Step) => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { totp, passkeys, recovery_codes } = factors;
  const on = totp || passkeys.length > 0;
  const state = () => {
    if (totp) return t('account.mfa.appOn', { when: format.date(totp.created_at) });
    return on ? t('account.mfa.passkeysOnly') : t('account.mfa.off');
  };
  return (
    <>
      <Text {...(!on && { c: 'dimmed' })}>{state()}</Text>
      {on && <Text c="dimmed">{t('account.mfa.left', { count: recovery_codes })}</Text>}
      <Group>
        {!totp && (
          <Button variant="default" onClick={() => onStep('password')}>
            {t('account.mfa.set')}
          </Button>
        )}
        {on && (
          <Button variant="default" onClick={() => onStep('renew')}>
            {t('account.mfa.renew')}
          </Button>
        )}
        {totp && (
          <Button variant="default" onClick={() => onStep('remove')}>
            {t('account.mfa.remove')}
          </Button>
        )}
      </Group>
    </>
  );
}

function PasswordStep({ onBegun, onCancel }: { onBegun: (e: Enrolment) => void; onCancel: () => void }) {
  const { t } = useTranslation();
  const form = useForm({
    initial: { current_password: '' },
    labels: { current_password: t('account.currentPassword') },
    rules: { current_password: [required] },
  });
  return (
    <form
      noValidate
      onSubmit={form.submit(async ({ current_password }) => onBegun(await beginTotp(current_password)))}
    >
      <Stack gap="md">
        <FormProblems problems={form.problems} />
        <PasswordField field={form.field('current_password')} autoComplete="current-password" autoFocus />
        <Buttons action={t('account.mfa.start')} busy={form.busy} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

interface ConfirmStepProps {
  enrolment: Enrolment;
  onCodes: (codes: string[]) => Promise<void>;
  onCancel: () => void;
}

function ConfirmStep({ enrolment, onCodes, onCancel }: ConfirmStepProps) {
  const { t } = useTranslation();
  const save = async (code: string) => {
    const codes = await confirmTotp(code);
    toast.success(t(codes.length > 0 ? 'account.mfa.added' : 'account.mfa.appAdded'));
    await onCodes(codes);
  };
  return (
    <>
      <Text>{t('account.mfa.scan')}</Text>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qrSVG(enrolment.uri))}`}
        alt={t('account.mfa.qr')}
        width={200}
        height={200}
      />
      <div>
        <Text size="sm" c="dimmed">
          {t('account.mfa.secret')}
        </Text>
        <Code dir="ltr" style={{ overflowWrap: 'anywhere' }}>
          {enrolment.secret}
        </Code>
      </div>
      <CodeStep action={t('account.mfa.confirm')} fromApp onCode={save} onCancel={onCancel} />
    </>
  );
}

interface CodeStepProps {
  action: string;
  /** Only a code of the app counts. */
  fromApp?: boolean;
  onCode: (code: string) => Promise<void>;
  onCancel: () => void;
}

function CodeStep({ action, fromApp = false, onCode, onCancel }: CodeStepProps) {
  const { t } = useTranslation();
  const form = useForm({
    initial: { code: '' },
    labels: { code: t('account.mfa.code') },
    rules: { code: [required] },
  });
  return (
    <form noValidate onSubmit={form.submit(({ code }) => onCode(code))}>
      <Stack gap="md">
        <FormProblems problems={form.problems} />
        <TextField
          field={form.field('code')}
          {...(!fromApp && { description: t('account.mfa.codeHelp') })}
          autoComplete="one-time-code"
          autoFocus
          dir="ltr"
        />
        <Buttons action={action} busy={form.busy} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

function Buttons({ action, busy, onCancel }: { action: string; busy: boolean; onCancel: () => void }) {
  const { t } = useTranslation();
  return (
    <Group>
      <Button type="submit" loading={busy}>
        {action}
      </Button>
      <Button variant="default" onClick={onCancel}>
        {t('account.mfa.cancel')}
      </Button>
    </Group>
  );
}

/** New recovery codes, which are shown only once. */
function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation();
  const clipboard = useClipboard({ timeout: 1500 });
  const text = codes.join('\n');
  return (
    <>
      <Text fw={500}>{t('account.mfa.codesTitle')}</Text>
      <Text c="dimmed">{t('account.mfa.codesLead')}</Text>
      <Code block dir="ltr">
        {text}
      </Code>
      <Group gap="xs">
        <Button variant="default" size="compact-sm" onClick={() => clipboard.copy(text)}>
          {clipboard.copied ? t('ui.copied') : t('account.mfa.copy')}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() =>
            saveBlob(new Blob([`${text}\n`], { type: 'text/plain' }), 'laurel-recovery-codes.txt')
          }
        >
          {t('account.mfa.download')}
        </Button>
      </Group>
      <Group>
        <Button onClick={onDone}>{t('account.mfa.done')}</Button>
      </Group>
    </>
  );
}
