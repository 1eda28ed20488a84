import { Button, Group, Input, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COMPANY_SIGN_IN, invalidate } from '../../api/queries/keys';
import { maxLength, required } from '../../lib/validation';
import { Copied } from '../../ui/Copied';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { PasswordField, SelectField, SwitchField, TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import { useRoleName } from '../../ui/useRoleName';
import { type Connection, saveConnection } from './api';
import { type Mapping, MappingFields } from './MappingFields';

interface ConnectionDialogProps {
  /** The connection to edit. Without it, a new one is created. */
  connection?: Connection;
  onClose: () => void;
}

/** Adds a connection and shows its callback URL, or edits a connection. */
export function ConnectionDialog({ connection, onClose }: ConnectionDialogProps) {
  const { t } = useTranslation();
  const [added, setAdded] = useState<Connection | null>(null);
  const title = added
    ? 'companySignIn.callback.title'
    : connection
      ? 'companySignIn.edit'
      : 'companySignIn.add';
  return (
    <Modal opened onClose={onClose} title={t(title)} size="lg" closeOnClickOutside={false}>
      {added ? (
        <Stack gap="md">
          <Text>{t('companySignIn.callback.next')}</Text>
          <CallbackUrl connection={added} />
          <Group justify="flex-end">
            <Button onClick={onClose} data-autofocus>
              {t('companySignIn.callback.done')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <ConnectionForm connection={connection} onAdded={setAdded} onClose={onClose} />
      )}
    </Modal>
  );
}

function CallbackUrl({ connection }: { connection: Connection }) {
  const { t } = useTranslation();
  return (
    <Input.Wrapper
      labelElement="div"
      label={t('companySignIn.form.callback')}
      description={t('companySignIn.form.callbackHelp')}
    >
      <Copied value={connection.callback_url} label={t('companySignIn.form.callbackCopy')} />
    </Input.Wrapper>
  );
}

interface Values {
  name: string;
  issuer_url: string;
  client_id: string;
  client_secret: string;
  default_role: string;
  groups_claim: string;
  mappings: Mapping[];
  trusts_mfa: boolean;
  enabled: boolean;
  enforced: boolean;
}

const RULES = {
  name: [required, maxLength(100)],
  issuer_url: [required, maxLength(500)],
  client_id: [required, maxLength(500)],
  client_secret: [maxLength(500)],
  groups_claim: [required, maxLength(100)],
};

const valuesOf = (connection: Connection | undefined): Values => ({
  name: connection?.name ?? '',
  issuer_url: connection?.issuer_url ?? '',
  client_id: connection?.client_id ?? '',
  client_secret: '',
  default_role: connection?.default_role ?? 'viewer',
  groups_claim: connection?.groups_claim ?? 'groups',
  mappings: (connection?.mappings ?? []).map(({ group, role, permission_group_id }) => ({
    group,
    role: role ?? '',
    permission_group_id: permission_group_id ?? 0,
  })),
  trusts_mfa: connection?.trusts_mfa ?? false,
  enabled: connection?.enabled ?? false,
  enforced: connection?.enforced ?? false,
});

function useConnectionForm(connection: Connection | undefined) {
  const { t } = useTranslation();
  return useForm<Values>({
    initial: valuesOf(connection),
    labels: {
      name: t('companySignIn.form.name'),
      issuer_url: t('companySignIn.form.issuer'),
      client_id: t('companySignIn.form.clientId'),
      client_secret: t('companySignIn.form.secret'),
      default_role: t('companySignIn.form.role'),
      groups_claim: t('companySignIn.form.claim'),
      mappings: t('companySignIn.form.mappings'),
      trusts_mfa: t('companySignIn.form.bothFactors'),
      enabled: t('companySignIn.form.on'),
      enforced: t('companySignIn.form.enforced'),
    },
    rules: connection ? RULES : { ...RULES, client_secret: [required, ...RULES.client_secret] },
  });
}

interface ConnectionFormProps extends ConnectionDialogProps {
  onAdded: (connection: Connection) => void;
}

function ConnectionForm({ connection, onAdded, onClose }: ConnectionFormProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useConnectionForm(connection);
  const { roles, nameOf } = useRoleName();
  const roleChoices = (roles ?? [])
    .filter(({ id }) => id !== 'owner')
    .map((role) => ({ value: role.id, label: nameOf(role) }));
  const save = form.submit(async ({ client_secret, ...values }) => {
    const saved = await saveConnection(connection?.id, {
      ...values,
      ...(client_secret && { client_secret }),
      enforced: values.enabled && values.enforced,
    });
    await invalidate(queries, COMPANY_SIGN_IN);
    if (connection) {
      toast.success(t('companySignIn.saved'));
      onClose();
    } else onAdded(saved);
  });
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Stack gap="md">
        <FormProblems problems={form.problems} />
        <TextField
          field={form.field('name')}
          description={t('companySignIn.form.nameHelp')}
          dir="auto"
          data-autofocus
        />
        <TextField
          field={form.field('issuer_url')}
          description={t('companySignIn.form.issuerHelp')}
          placeholder="https://"
          type="url"
          dir="ltr"
        />
        <TextField field={form.field('client_id')} dir="ltr" autoComplete="off" />
        <PasswordField
          field={form.field('client_secret')}
          description={t(connection ? 'companySignIn.form.secretKept' : 'companySignIn.form.secretHelp')}
          dir="ltr"
          autoComplete="new-password"
        />
        {connection && <CallbackUrl connection={connection} />}
        <SelectField
          field={{ ...form.field('default_role'), required: true }}
          description={t('companySignIn.form.roleHelp')}
          data={roleChoices}
        />
        <TextField
          field={form.field('groups_claim')}
          description={t('companySignIn.form.claimHelp')}
          dir="ltr"
          autoComplete="off"
        />
        <MappingFields field={form.field('mappings')} roles={roleChoices} />
        <SwitchField field={form.field('trusts_mfa')} description={t('companySignIn.form.bothFactorsHelp')} />
        <SwitchField field={form.field('enabled')} description={t('companySignIn.form.onHelp')} />
        {form.values.enabled && (
          <SwitchField field={form.field('enforced')} description={t('companySignIn.form.enforcedHelp')} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('ui.dialog.cancel')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {t(connection ? 'ui.form.save' : 'companySignIn.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
