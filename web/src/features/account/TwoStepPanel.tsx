import { Button, Code, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadSession } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { qrSVG } from '../../lib/qr';
import { saveBlob } from '../../lib/saveBlob';
import { required } from '../../lib/validation';
import { dialog } from '../../ui/dialog/dialog';
import { ErrorPage } from '../../ui/ErrorPage';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
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

/** The session says whether the user has a second factor, and whether the department requires one. */
const reloadSession = () => void loadSession().catch(() => undefined);

/** Adds and removes passkeys and an authenticator app, and replaces recovery codes. */
export function TwoStepPanel() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(factorsQuery);
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [codes, setCodes] = useState<string[]>();
  const reread = () => client.invalidateQueries({ queryKey: factorsQuery.queryKey });
  const show = async (fresh: string[]) => {
    if (fresh.length > 0) setCodes(fresh);
    setEnrolment(undefined);
    await reread();
  };

  const saved = () => {
    setCodes(undefined);
    reloadSession();
  };
  const begin = useMutation({ mutationFn: beginTotp, onSuccess: setEnrolment });
  const renew = useMutation({ mutationFn: renewRecoveryCodes, onSuccess: show });
  const remove = useMutation({
    mutationFn: removeTotp,
    onSettled: reread,
    onSuccess: () => {
      toast.success(t('account.mfa.removed'));
      reloadSession();
    },
  });
  const askToRemove = async () => {
    const sure = await dialog.confirm({
      title: t('account.mfa.removeTitle'),
      body: t('account.mfa.removeBody'),
      confirmLabel: t('account.mfa.remove'),
      danger: true,
    });
    if (sure) remove.mutate();
  };

  const content = () => {
    if (error && !data) return <ErrorPage part onRetry={() => void refetch()} />;
    if (!data) return <Skeleton height={40} aria-busy />;
    if (codes) return <RecoveryCodes codes={codes} onDone={saved} />;
    if (enrolment)
      return <ConfirmStep enrolment={enrolment} onCodes={show} onCancel={() => setEnrolment(undefined)} />;
    return (
      <Overview
        factors={data}
        busy={begin.isPending || renew.isPending || remove.isPending}
        onBegin={() => begin.mutate()}
        onRenew={() => renew.mutate()}
        onRemove={() => void askToRemove()}
      />
    );
  };

  return (
    <>
      <Panel title={t('passkeys.title')} description={t('account.passkeysLead')}>
        <PasskeyList
          passkeys={data?.passkeys}
          error={error}
          hasPassword
          onRetry={() => void refetch()}
          onAdd={async (name) => show(await addPasskey(name))}
          onRename={renamePasskey}
          onRemove={async (id) => {
            await removePasskey(id);
            reloadSession();
          }}
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

interface OverviewProps {
  factors: Factors;
  busy: boolean;
  onBegin: () => void;
  onRenew: () => void;
  onRemove: () => void;
}

/** Whether two-step sign-in is on, and what can be done about it. */
function Overview({ factors, busy, onBegin, onRenew, onRemove }: OverviewProps) {
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
          <Button variant="default" disabled={busy} onClick={onBegin}>
            {t('account.mfa.set')}
          </Button>
        )}
        {on && (
          <Button variant="default" disabled={busy} onClick={onRenew}>
            {t('account.mfa.renew')}
          </Button>
        )}
        {totp && (
          <Button variant="default" disabled={busy} onClick={onRemove}>
            {t('account.mfa.remove')}
          </Button>
        )}
      </Group>
    </>
  );
}

interface ConfirmStepProps {
  enrolment: Enrolment;
  onCodes: (codes: string[]) => Promise<void>;
  onCancel: () => void;
}

function ConfirmStep({ enrolment, onCodes, onCancel }: ConfirmStepProps) {
  const { t } = useTranslation();
  const form = useForm({
    initial: { code: '' },
    labels: { code: t('account.mfa.code') },
    rules: { code: [required] },
  });
  const save = form.submit(async ({ code }) => {
    const codes = await confirmTotp(code);
    toast.success(t(codes.length > 0 ? 'account.mfa.added' : 'account.mfa.appAdded'));
    await onCodes(codes);
  });
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
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <TextField field={form.field('code')} autoComplete="one-time-code" autoFocus dir="ltr" />
          <Group>
            <Button type="submit" loading={form.busy}>
              {t('account.mfa.confirm')}
            </Button>
            <Button variant="default" onClick={onCancel}>
              {t('account.mfa.cancel')}
            </Button>
          </Group>
        </Stack>
      </form>
    </>
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
