import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { customAttributesQuery } from '../../api/queries/attributes';
import { SaveBar } from '../../ui/form/SaveBar';
import { toast } from '../../ui/toast/toast';
import { AlsoField } from './AlsoField';
import {
  type Also,
  type AttributeKey,
  type Credential,
  credentialQuery,
  type Group,
  refreshCredentials,
  updateCredential,
} from './api';
import { CredentialEditor } from './CredentialEditor';
import { CredentialLoaded } from './CredentialLoaded';
import { credentialInput, credentialValues, sharedChanges } from './credentialForm';
import { useCredentialForm } from './useCredentialForm';

/** Edits a credential. Changes to a published one are public immediately. */
export function Component() {
  const attributes = useQuery(customAttributesQuery());
  return (
    <CredentialLoaded uuid={useParams().id ?? ''}>
      {(credential, group) =>
        attributes.data && (
          <CredentialEdit
            key={credential.uuid}
            credential={credential}
            group={group}
            attributes={attributes.data}
          />
        )
      }
    </CredentialLoaded>
  );
}

interface CredentialEditProps {
  credential: Credential;
  group: Group;
  attributes: AttributeKey[];
}

function CredentialEdit({ credential, group, attributes }: CredentialEditProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useCredentialForm(credentialValues(credential, attributes), attributes);
  const [also, setAlso] = useState<Also>([]);
  const changed = sharedChanges(credentialValues(credential, attributes), form.values);
  const save = form.submit(async (values) => {
    const wanted = also.filter((one) => changed[one]);
    const next = await updateCredential(credential.uuid, credentialInput(values, group.id, false), wanted);
    queries.setQueryData(credentialQuery(credential.uuid).queryKey, next);
    form.reset(credentialValues(next, attributes));
    setAlso([]);
    void refreshCredentials(queries);
    toast.success(t(wanted.length > 0 ? 'credentials.also.saved' : 'credentials.saved'));
  });
  return (
    <CredentialEditor
      title={t('credentials.edit.title', { name: credential.recipient.name })}
      back={{ to: `/credentials/${credential.uuid}`, label: credential.recipient.name }}
      form={form}
      group={group}
      attributes={attributes}
      credential={credential}
      onSubmit={(event) => void save(event)}
    >
      <AlsoField credential={credential} changed={changed} value={also} onChange={setAlso} />
      <SaveBar dirty={form.dirty} busy={form.busy} onReset={() => form.reset()} />
    </CredentialEditor>
  );
}
