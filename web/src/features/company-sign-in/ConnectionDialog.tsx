import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COMPANY_SIGN_IN, invalidate } from '../../api/queries/keys';
import { maxLength, required } from '../../lib/validation';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { PasswordField, SelectField, SwitchField, TextareaField, TextField } from '../../ui/form/fields';
import { type Form, useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import { useRoleName } from '../../ui/useRoleName';
import { Addresses } from './Addresses';
import { type Connection, type Kind, saveConnection } from './api';
import { Certificates } from './Certificates';
import { type Mapping, MappingFields } from './MappingFields';

interface ConnectionDialogProps {
  /** The connection to edit. Without it, a new one is created. */
  connection?: Connection;
  onClose: () => void;
}

/** Adds a connection and shows its addresses, or edits a connection. */
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
          <Text>
            {t(added.kind === 'saml' ? 'companySignIn.callback.nextSaml' : 'companySignIn.callback.next')}
          </Text>
          <Addresses connection={added} />
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

interface Values {
  name: string;
  issuer_url: string;
  client_id: string;
  client_secret: string;
  metadata_url: string;
  metadata: string;
  email_attribute: string;
  name_attribute: string;
  default_role: string;
  groups_claim: string;
  mappings: Mapping[];
  trusts_mfa: boolean;
  enabled: boolean;
  enforced: boolean;
}

const RULES = {
  name: [required, maxLength(100)],
  groups_claim: [required, maxLength(100)],
};

/** What only one kind has. A new OpenID connection also needs its secret. */
const RULES_OF = {
  oidc: {
    ...RULES,
    issuer_url: [required, maxLength(500)],
    client_id: [required, maxLength(500)],
    client_secret: [maxLength(500)],
  },
  saml: {
    ...RULES,
    metadata_url: [maxLength(500)],
    email_attribute: [maxLength(255)],
    name_attribute: [maxLength(255)],
  },
};
const RULES_OF_NEW = {
  ...RULES_OF,
  oidc: { ...RULES_OF.oidc, client_secret: [required, ...RULES_OF.oidc.client_secret] },
};

const valuesOf = (connection: Connection | undefined): Values => ({
  name: connection?.name ?? '',
  issuer_url: connection?.issuer_url ?? '',
  client_id: connection?.client_id ?? '',
  client_secret: '',
  metadata_url: connection?.saml?.metadata_url ?? '',
  metadata: '',
  email_attribute: connection?.saml?.email_attribute ?? '',
  name_attribute: connection?.saml?.name_attribute ?? '',
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

function useConnectionForm(connection: Connection | undefined, kind: Kind) {
  const { t } = useTranslation();
  return useForm<Values>({
    initial: valuesOf(connection),
    labels: {
      name: t('companySignIn.form.name'),
      issuer_url: t('companySignIn.form.issuer'),
      client_id: t('companySignIn.form.clientId'),
      client_secret: t('companySignIn.form.secret'),
      metadata_url: t('companySignIn.saml.metadataUrl'),
      metadata: t('companySignIn.saml.metadata'),
      email_attribute: t('companySignIn.saml.email'),
      name_attribute: t('companySignIn.saml.name'),
      default_role: t('companySignIn.form.role'),
      groups_claim: t(kind === 'saml' ? 'companySignIn.saml.groups' : 'companySignIn.form.claim'),
      mappings: t('companySignIn.form.mappings'),
      trusts_mfa: t('companySignIn.form.bothFactors'),
      enabled: t('companySignIn.form.on'),
      enforced: t('companySignIn.form.enforced'),
    },
    rules: (connection ? RULES_OF : RULES_OF_NEW)[kind],
  });
}

/** The fields of the kind alone. The others of a connection mean the same for both kinds. */
function ofKind(kind: Kind, values: Values, connection: Connection | undefined) {
  const {
    issuer_url,
    client_id,
    client_secret,
    metadata_url,
    metadata,
    email_attribute,
    name_attribute,
    ...both
  } = values;
  if (kind === 'oidc') return { ...both, issuer_url, client_id, ...(client_secret && { client_secret }) };
  const source =
    metadata !== '' ? { metadata } : metadata_url !== '' || !connection ? { metadata_url } : undefined;
  return { ...both, ...source, email_attribute, name_attribute };
}

interface ConnectionFormProps extends ConnectionDialogProps {
  onAdded: (connection: Connection) => void;
}

function ConnectionForm({ connection, onAdded, onClose }: ConnectionFormProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [kind, setKind] = useState<Kind>(connection?.kind ?? 'oidc');
  const form = useConnectionForm(connection, kind);
  const { roles, nameOf } = useRoleName();
  const roleChoices = (roles ?? [])
    .filter(({ id }) => id !== 'owner')
    .map((role) => ({ value: role.id, label: nameOf(role) }));
  const save = form.submit(async (values) => {
    const saved = await saveConnection(connection?.id, {
      ...(!connection && { kind }),
      ...ofKind(kind, values, connection),
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
        {!connection && (
          <Select<Kind>
            label={t('companySignIn.form.kind')}
            data={(['oidc', 'saml'] as const).map((value) => ({
              value,
              label: t(`companySignIn.kind.${value}`),
            }))}
            value={kind}
            allowDeselect={false}
            onChange={(value) => value && setKind(value)}
          />
        )}
        <TextField
          field={form.field('name')}
          description={t('companySignIn.form.nameHelp')}
          dir="auto"
          data-autofocus
        />
        {kind === 'saml' ? <SamlFields form={form} /> : <OidcFields form={form} edited={!!connection} />}
        {connection && <Addresses connection={connection} />}
        {connection?.saml && <Certificates connection={connection} saml={connection.saml} />}
        <SelectField
          field={{ ...form.field('default_role'), required: true }}
          description={t('companySignIn.form.roleHelp')}
          data={roleChoices}
        />
        <TextField
          field={form.field('groups_claim')}
          description={t(kind === 'saml' ? 'companySignIn.saml.groupsHelp' : 'companySignIn.form.claimHelp')}
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

function OidcFields({ form, edited }: { form: Form<Values>; edited: boolean }) {
  const { t } = useTranslation();
  return (
    <>
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
        description={t(edited ? 'companySignIn.form.secretKept' : 'companySignIn.form.secretHelp')}
        dir="ltr"
        autoComplete="new-password"
      />
    </>
  );
}

function SamlFields({ form }: { form: Form<Values> }) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        field={form.field('metadata_url')}
        description={t('companySignIn.saml.metadataUrlHelp')}
        placeholder="https://"
        type="url"
        dir="ltr"
      />
      <TextareaField
        field={form.field('metadata')}
        description={t('companySignIn.saml.metadataHelp')}
        dir="ltr"
        maxRows={6}
        spellCheck={false}
      />
      {(['email_attribute', 'name_attribute'] as const).map((name) => (
        <TextField
          key={name}
          field={form.field(name)}
          description={t('companySignIn.saml.attributeHelp')}
          dir="ltr"
          autoComplete="off"
        />
      ))}
    </>
  );
}
