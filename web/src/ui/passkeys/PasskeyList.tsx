import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { passkeysSupported } from '../../lib/passkeys';
import { maxLength, required } from '../../lib/validation';
import { dialog } from '../dialog/dialog';
import { ErrorPage } from '../ErrorPage';
import { FormProblems } from '../form/FormProblems';
import { PasswordField, TextField } from '../form/fields';
import { FormRefusal, useForm } from '../form/useForm';
import { describeBrowser } from '../sessions/userAgent';
import { toast } from '../toast/toast';
import styles from './PasskeyList.module.css';

interface Passkey {
  id: number;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

interface Changes {
  /** Has the device make a passkey and registers it. Throws what the server or the browser (a DOMException) refuses. */
  onAdd: (name: string, currentPassword: string) => Promise<unknown>;
  onRename: (id: number, name: string) => Promise<unknown>;
  onRemove: (id: number) => Promise<unknown>;
  /** Reads the passkeys again. */
  onChanged: () => Promise<unknown>;
}

interface PasskeyListProps extends Changes {
  /** The passkeys, oldest first; undefined while they load. */
  passkeys: readonly Passkey[] | undefined;
  error: Error | null;
  onRetry: () => void;
  /** The person can give a password if the server asks for it. */
  hasPassword: boolean;
}

const NAME = [required, maxLength(100)];

/** Passkeys of a person: add, rename and remove. */
export function PasskeyList({ passkeys, error, onRetry, hasPassword, ...changes }: PasskeyListProps) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  return (
    <>
      {error && !passkeys ? (
        <ErrorPage part onRetry={onRetry} />
      ) : !passkeys ? (
        <Skeleton height={40} aria-busy />
      ) : passkeys.length > 0 ? (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} {...changes} />
          ))}
        </ul>
      ) : (
        passkeysSupported() && <Text c="dimmed">{t('passkeys.empty')}</Text>
      )}
      {!passkeysSupported() ? (
        <Text size="sm" c="dimmed">
          {t('passkeys.unsupported')}
        </Text>
      ) : adding ? (
        <Adding hasPassword={hasPassword} onDone={() => setAdding(false)} {...changes} />
      ) : (
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('passkeys.add')}
          </Button>
        </Group>
      )}
    </>
  );
}

interface RowProps extends Changes {
  passkey: Passkey;
}

function PasskeyRow({ passkey, ...changes }: RowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [renaming, setRenaming] = useState(false);
  const words = { name: isolate(passkey.name) };
  const remove = useMutation({
    mutationFn: () => changes.onRemove(passkey.id),
    onSuccess: () => toast.success(t('passkeys.removed')),
    onSettled: changes.onChanged,
  });
  const ask = async () => {
    const sure = await dialog.confirm({
      title: t('passkeys.removeTitle', words),
      body: t('passkeys.removeBody'),
      confirmLabel: t('passkeys.removeConfirm'),
      danger: true,
    });
    if (sure) remove.mutate();
  };
  if (renaming)
    return (
      <li>
        <Renaming passkey={passkey} {...changes} onDone={() => setRenaming(false)} />
      </li>
    );
  const added = format.date(passkey.created_at);
  return (
    <li>
      <div className={styles.passkey}>
        <Text fw={500} className={styles.name}>
          <bdi>{passkey.name}</bdi>
        </Text>
        <Text fz="xs" c="dimmed">
          {passkey.last_used_at
            ? t('passkeys.usedOn', { added, used: format.relative(passkey.last_used_at) })
            : t('passkeys.addedOn', { when: added })}
        </Text>
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('passkeys.renameOf', words)}
          onClick={() => setRenaming(true)}
        >
          {t('passkeys.rename')}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          loading={remove.isPending}
          aria-label={t('passkeys.removeOf', words)}
          onClick={() => void ask()}
        >
          {t('passkeys.remove')}
        </Button>
      </Group>
    </li>
  );
}

function Renaming({ passkey, onRename, onChanged, onDone }: RowProps & { onDone: () => void }) {
  const { t } = useTranslation();
  const form = useForm({
    initial: { name: passkey.name },
    labels: { name: t('passkeys.name') },
    rules: { name: NAME },
  });
  return (
    <form
      noValidate
      className={styles.passkey}
      onSubmit={form.submit(async ({ name }) => {
        await onRename(passkey.id, name.trim());
        toast.success(t('passkeys.renamed'));
        await onChanged();
        onDone();
      })}
    >
      <Stack gap="md" maw={480}>
        <FormProblems problems={form.problems} />
        <TextField field={form.field('name')} autoComplete="off" autoFocus />
        <Group>
          <Button type="submit" loading={form.busy}>
            {t('passkeys.save')}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t('passkeys.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface AddingProps extends Changes {
  hasPassword: boolean;
  onDone: () => void;
}

/** Names a passkey and has the device make it. The password is asked for when the server wants it. */
function Adding({ hasPassword, onAdd, onChanged, onDone }: AddingProps) {
  const { t } = useTranslation();
  const [asksPassword, setAsksPassword] = useState(false);
  const form = useForm({
    initial: { name: describeBrowser(navigator.userAgent) ?? '', current_password: '' },
    labels: { name: t('passkeys.name'), current_password: t('account.currentPassword') },
    rules: { name: NAME, current_password: asksPassword ? [required] : [] },
  });
  const refuse = (error: unknown): never => {
    if (hasPassword && error instanceof ApiError && error.fields.current_password) setAsksPassword(true);
    if (error instanceof DOMException)
      throw new FormRefusal(t(error.name === 'InvalidStateError' ? 'passkeys.exists' : 'passkeys.stopped'));
    throw error;
  };
  return (
    <form
      noValidate
      onSubmit={form.submit(async ({ name, current_password }) => {
        await onAdd(name.trim(), current_password).catch(refuse);
        toast.success(t('passkeys.added'));
        await onChanged();
        onDone();
      })}
    >
      <Stack gap="md" maw={480}>
        <FormProblems problems={form.problems} />
        <TextField
          field={form.field('name')}
          description={t('passkeys.nameHelp')}
          autoComplete="off"
          autoFocus
        />
        {asksPassword && (
          <PasswordField field={form.field('current_password')} autoComplete="current-password" />
        )}
        <Group>
          <Button type="submit" loading={form.busy}>
            {t('passkeys.create')}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t('passkeys.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
