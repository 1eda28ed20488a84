import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RECIPIENT } from '../../api/recipient';
import { useLanguage } from '../../i18n/useLanguage';
import { isolate } from '../../lib/bidi';
import { email, maxLength, minLength, required } from '../../lib/validation';
import { dialog } from '../../ui/dialog/dialog';
import { ErrorPage } from '../../ui/ErrorPage';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';
import { StateDot } from '../../ui/StateDot';
import { toast } from '../../ui/toast/toast';
import {
  addAddress,
  makePrimary,
  ownEmailsQuery,
  type RecipientEmail,
  removeAddress,
  requestAddress,
} from './api';
import { CODE_DIGITS, CodeField } from './CodeField';
import styles from './SettingsPage.module.css';
import { useSignInRefusal } from './useEntry';

/** The recipient's addresses: add, remove, and choose the primary one. */
export function AddressesPanel() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(ownEmailsQuery());
  const [adding, setAdding] = useState(false);
  return (
    <Panel title={t('recipient.settings.emails.title')} description={t('recipient.settings.emails.lead')}>
      {error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} />
      ) : data ? (
        <ul className={styles.addresses}>
          {data.map((address) => (
            <Address key={address.id} address={address} />
          ))}
        </ul>
      ) : (
        <Skeleton height={40} aria-busy />
      )}
      {adding ? (
        <Adding onDone={() => setAdding(false)} />
      ) : (
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('recipient.settings.emails.add')}
          </Button>
        </Group>
      )}
    </Panel>
  );
}

function Address({ address }: { address: RecipientEmail }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const reread = () => queries.invalidateQueries({ queryKey: RECIPIENT });
  const words = { email: isolate(address.email) };
  const lead = useMutation({
    mutationFn: () => makePrimary(address.id),
    onSuccess: () => toast.success(t('recipient.settings.emails.made', words)),
    onSettled: reread,
  });
  const remove = useMutation({
    mutationFn: () => removeAddress(address.id),
    onSuccess: () => toast.success(t('recipient.settings.emails.removed')),
    onSettled: reread,
  });
  const ask = async () => {
    const sure = await dialog.confirm({
      title: t('recipient.settings.emails.removeTitle', words),
      body: t('recipient.settings.emails.removeBody'),
      confirmLabel: t('recipient.settings.emails.removeConfirm'),
      danger: true,
    });
    if (sure) remove.mutate();
  };
  return (
    <li>
      <Text className={styles.address}>
        <bdi>{address.email}</bdi>
      </Text>
      {address.primary ? (
        <StateDot tone="good">{t('recipient.settings.emails.primary')}</StateDot>
      ) : (
        <Group gap="xs">
          <Button
            variant="default"
            size="compact-sm"
            loading={lead.isPending}
            aria-label={t('recipient.settings.emails.makePrimaryOf', words)}
            onClick={() => lead.mutate()}
          >
            {t('recipient.settings.emails.makePrimary')}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            loading={remove.isPending}
            aria-label={t('recipient.settings.emails.removeOf', words)}
            onClick={() => void ask()}
          >
            {t('recipient.settings.emails.remove')}
          </Button>
        </Group>
      )}
    </li>
  );
}

/** Asks for an address, then for the code that was emailed to it. */
function Adding({ onDone }: { onDone: () => void }) {
  const [asked, setAsked] = useState<{ email: string; request: string } | null>(null);
  return asked ? <Confirming {...asked} onDone={onDone} /> : <Asking onAsked={setAsked} onCancel={onDone} />;
}

interface AskingProps {
  onAsked: (asked: { email: string; request: string }) => void;
  onCancel: () => void;
}

function Asking({ onAsked, onCancel }: AskingProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const refuse = useSignInRefusal();
  const form = useForm({
    initial: { email: '' },
    labels: { email: t('recipient.settings.emails.address') },
    rules: { email: [required, email, maxLength(320)] },
  });
  return (
    <form
      noValidate
      onSubmit={form.submit(async (values) => {
        const address = values.email.trim();
        onAsked({ email: address, request: await requestAddress(address, language).catch(refuse) });
      })}
    >
      <Stack gap="md" maw={480}>
        <FormProblems problems={form.problems} />
        <TextField
          field={form.field('email')}
          description={t('recipient.settings.emails.addHelp')}
          type="email"
          autoComplete="off"
          autoFocus
          dir="ltr"
        />
        <Group>
          <Button type="submit" loading={form.busy}>
            {t('recipient.settings.emails.send')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('recipient.settings.emails.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ConfirmingProps {
  email: string;
  request: string;
  onDone: () => void;
}

function Confirming({ email: address, request, onDone }: ConfirmingProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const refuse = useSignInRefusal();
  const form = useForm({
    initial: { code: '' },
    labels: { code: t('recipient.signIn.code') },
    rules: { code: [required, minLength(CODE_DIGITS)] },
  });
  return (
    <form
      noValidate
      onSubmit={form.submit(async ({ code }) => {
        await addAddress(request, code).catch(refuse);
        toast.success(t('recipient.settings.emails.added', { email: isolate(address) }));
        await queries.invalidateQueries({ queryKey: RECIPIENT });
        onDone();
      })}
    >
      <Stack gap="md" maw={480}>
        <Text role="status">{t('recipient.settings.emails.sent', { email: isolate(address) })}</Text>
        <FormProblems problems={form.problems} />
        <CodeField field={form.field('code')} />
        <Group>
          <Button type="submit" loading={form.busy}>
            {t('recipient.settings.emails.confirm')}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t('recipient.settings.emails.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
