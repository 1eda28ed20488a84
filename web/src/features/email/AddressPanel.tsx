import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EMAIL_SETTINGS, invalidate } from '../../api/queries/keys';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { email, required } from '../../lib/validation';
import { dialog } from '../../ui/dialog/dialog';
import { ErrorPage } from '../../ui/ErrorPage';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';
import { StateDot } from '../../ui/StateDot';
import { toast } from '../../ui/toast/toast';
import { addAddress, addressesQuery, removeAddress, resendLink, type SenderAddress } from './api';
import styles from './Email.module.css';
import { useChange } from './useChange';

/** The sender addresses of the department. */
export function AddressPanel() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(addressesQuery());
  return (
    <Panel title={t('emailSettings.addresses.title')} description={t('emailSettings.addresses.lead')}>
      {data ? (
        <>
          {data.length === 0 && <Text c="dimmed">{t('emailSettings.addresses.empty')}</Text>}
          {data.map((address) => (
            <AddressItem key={address.id} address={address} />
          ))}
          <AddressForm />
          <Text size="sm" c="dimmed">
            {t('emailSettings.addresses.dns')}
          </Text>
        </>
      ) : error ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : (
        <Skeleton height={120} />
      )}
    </Panel>
  );
}

function AddressItem({ address }: { address: SenderAddress }) {
  const { t } = useTranslation();
  const format = useFormat();
  const change = useChange();
  const { id, email: name, verified_at, sent_at, in_use } = address;
  const remove = async () => {
    const sure = await dialog.confirm({
      title: t('emailSettings.addresses.removeTitle', { email: isolate(name) }),
      body: t('emailSettings.addresses.removeBody'),
      confirmLabel: t('emailSettings.addresses.remove'),
      danger: true,
    });
    if (sure) await change(() => removeAddress(id), t('emailSettings.addresses.removed'));
  };
  return (
    <section className={styles.item} aria-label={name}>
      <Group justify="space-between" gap="xs">
        <Group gap="sm">
          <Text fw={500}>
            <bdi dir="ltr">{name}</bdi>
          </Text>
          <StateDot tone={verified_at ? 'good' : 'waiting'}>
            {t(`emailSettings.addresses.${verified_at ? 'verified' : 'unverified'}`)}
          </StateDot>
        </Group>
        <Group gap="xs">
          {!verified_at && (
            <Button
              variant="default"
              size="xs"
              aria-label={t('emailSettings.addresses.resendFor', { email: isolate(name) })}
              onClick={() =>
                void change(() => resendLink(id), t('emailSettings.addresses.resent', { email: name }))
              }
            >
              {t('emailSettings.addresses.resend')}
            </Button>
          )}
          {!in_use && (
            <Button
              variant="default"
              size="xs"
              c="var(--lr-red)"
              aria-label={t('emailSettings.addresses.removeFor', { email: isolate(name) })}
              onClick={() => void remove()}
            >
              {t('emailSettings.addresses.remove')}
            </Button>
          )}
        </Group>
      </Group>
      {!verified_at && (
        <Text size="sm" c="dimmed">
          {t('emailSettings.addresses.waiting', { when: isolate(format.dateTime(sent_at)) })}
        </Text>
      )}
    </section>
  );
}

const RULES = { email: [required, email] };

function AddressForm() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm({
    initial: { email: '' },
    labels: { email: t('emailSettings.addresses.email') },
    rules: RULES,
  });
  const save = form.submit(async (values) => {
    const added = await addAddress(values.email);
    form.reset();
    toast.success(t('emailSettings.addresses.added', { email: added.email }));
    await invalidate(queries, EMAIL_SETTINGS);
  });
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <FormProblems problems={form.problems} />
      <div className={styles.add}>
        <TextField field={form.field('email')} type="email" dir="ltr" autoComplete="off" />
        <Button type="submit" variant="default" loading={form.busy}>
          {t('emailSettings.addresses.add')}
        </Button>
      </div>
    </form>
  );
}
