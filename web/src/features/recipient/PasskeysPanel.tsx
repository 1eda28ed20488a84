import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { RECIPIENT } from '../../api/recipient';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { maxLength, required } from '../../lib/validation';
import { dialog } from '../../ui/dialog/dialog';
import { ErrorPage } from '../../ui/ErrorPage';
import { FormProblems } from '../../ui/form/FormProblems';
import { PasswordField, TextField } from '../../ui/form/fields';
import { FormRefusal, useForm } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';
import { describeBrowser } from '../../ui/sessions/userAgent';
import { toast } from '../../ui/toast/toast';
import {
  addPasskey,
  passkeysQuery,
  passkeysSupported,
  type RecipientPasskey,
  removePasskey,
  renamePasskey,
} from './passkeys';
import styles from './SettingsPage.module.css';

const NAME = [required, maxLength(100)];

function useReread() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [...RECIPIENT, 'passkeys'] });
}

/** The recipient's passkeys: add, rename and remove. */
export function PasskeysPanel({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(passkeysQuery());
  const [adding, setAdding] = useState(false);
  return (
    <Panel title={t('recipient.passkeys.title')} description={t('recipient.passkeys.lead')}>
      {error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={40} aria-busy />
      ) : data.length > 0 ? (
        <ul className={styles.addresses}>
          {data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      ) : (
        <Text c="dimmed">{t('recipient.passkeys.empty')}</Text>
      )}
      {!passkeysSupported() ? (
        <Text size="sm" c="dimmed">
          {t('recipient.passkeys.unsupported')}
        </Text>
      ) : adding ? (
        <Adding hasPassword={hasPassword} onDone={() => setAdding(false)} />
      ) : (
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('recipient.passkeys.add')}
          </Button>
        </Group>
      )}
    </Panel>
  );
}

function PasskeyRow({ passkey }: { passkey: RecipientPasskey }) {
  const { t } = useTranslation();
  const format = useFormat();
  const reread = useReread();
  const [renaming, setRenaming] = useState(false);
  const words = { name: isolate(passkey.name) };
  const remove = useMutation({
    mutationFn: () => removePasskey(passkey.id),
    onSuccess: () => toast.success(t('recipient.passkeys.removed')),
    onSettled: reread,
  });
  const ask = async () => {
    const sure = await dialog.confirm({
      title: t('recipient.passkeys.removeTitle', words),
      body: t('recipient.passkeys.removeBody'),
      confirmLabel: t('recipient.passkeys.removeConfirm'),
      danger: true,
    });
    if (sure) remove.mutate();
  };
  if (renaming)
    return (
      <li>
        <Renaming passkey={passkey} onDone={() => setRenaming(false)} />
      </li>
    );
  const added = format.date(passkey.created_at);
  return (
    <li>
      <div className={styles.passkey}>
        <Text fw={500} className={styles.address}>
          <bdi>{passkey.name}</bdi>
        </Text>
        <Text fz="xs" c="dimmed">
          {passkey.last_used_at
            ? t('recipient.passkeys.usedOn', { added, used: format.relative(passkey.last_used_at) })
            : t('recipient.passkeys.addedOn', { when: added })}
        </Text>
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('recipient.passkeys.renameOf', words)}
          onClick={() => setRenaming(true)}
        >
          {t('recipient.passkeys.rename')}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          loading={remove.isPending}
          aria-label={t('recipient.passkeys.removeOf', words)}
          onClick={() => void ask()}
        >
          {t('recipient.passkeys.remove')}
        </Button>
      </Group>
    </li>
  );
}

function Renaming({ passkey, onDone }: { passkey: RecipientPasskey; onDone: () => void }) {
  const { t } = useTranslation();
  const reread = useReread();
  const form = useForm({
    initial: { name: passkey.name },
    labels: { name: t('recipient.passkeys.name') },
    rules: { name: NAME },
  });
  return (
    <form
      noValidate
      className={styles.passkey}
      onSubmit={form.submit(async ({ name }) => {
        await renamePasskey(passkey.id, name.trim());
        toast.success(t('recipient.passkeys.renamed'));
        await reread();
        onDone();
      })}
    >
      <Stack gap="md" maw={480}>
        <FormProblems problems={form.problems} />
        <TextField field={form.field('name')} autoComplete="off" autoFocus />
        <Group>
          <Button type="submit" loading={form.busy}>
            {t('recipient.passkeys.save')}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t('recipient.passkeys.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface AddingProps {
  hasPassword: boolean;
  onDone: () => void;
}

/** Names a passkey and has the device make it. The password is asked for when the server wants it. */
function Adding({ hasPassword, onDone }: AddingProps) {
  const { t } = useTranslation();
  const reread = useReread();
  const [asksPassword, setAsksPassword] = useState(false);
  const form = useForm({
    initial: { name: describeBrowser(navigator.userAgent) ?? '', current_password: '' },
    labels: { name: t('recipient.passkeys.name'), current_password: t('account.currentPassword') },
    rules: { name: NAME, current_password: asksPassword ? [required] : [] },
  });
  const refuse = (error: unknown): never => {
    if (hasPassword && error instanceof ApiError && error.fields.current_password) setAsksPassword(true);
    if (error instanceof DOMException)
      throw new FormRefusal(
        t(error.name === 'InvalidStateError' ? 'recipient.passkeys.exists' : 'recipient.passkeys.stopped'),
      );
    throw error;
  };
  return (
    <form
      noValidate
      onSubmit={form.submit(async ({ name, current_password }) => {
        await addPasskey(name.trim(), current_password).catch(refuse);
        toast.success(t('recipient.passkeys.added'));
        await reread();
        onDone();
      })}
    >
      <Stack gap="md" maw={480}>
        <FormProblems problems={form.problems} />
        <TextField
          field={form.field('name')}
          description={t('recipient.passkeys.nameHelp')}
          autoComplete="off"
          autoFocus
        />
        {asksPassword && (
          <PasswordField field={form.field('current_password')} autoComplete="current-password" />
        )}
        <Group>
          <Button type="submit" loading={form.busy}>
            {t('recipient.passkeys.create')}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t('recipient.passkeys.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
