import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { customAttributesQuery } from '../../api/queries/attributes';
import { groupQuery } from '../../api/queries/groups';
import { ErrorPage } from '../../ui/ErrorPage';
import { useDirtyGuard } from '../../ui/form/useDirtyGuard';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { toast } from '../../ui/toast/toast';
import { type AttributeKey, createCredential, type Group, refreshCredentials } from './api';
import { CredentialEditor } from './CredentialEditor';
import styles from './CredentialForm.module.css';
import { credentialInput, newCredential } from './credentialForm';
import { useCredentialForm } from './useCredentialForm';

/** Adds credentials to a group, one after the other. */
export function Component() {
  const id = Number(useParams().id);
  const group = useQuery(groupQuery(id));
  const attributes = useQuery(customAttributesQuery());
  const error = group.error ?? attributes.error;
  if (error)
    return (
      <ErrorPage
        onRetry={() => void Promise.all([group.refetch(), attributes.refetch()])}
        detail={error.message}
      />
    );
  if (!group.data || !attributes.data) return <PageSkeleton />;
  return <CredentialCreate group={group.data} attributes={attributes.data} />;
}

function CredentialCreate({ group, attributes }: { group: Group; attributes: AttributeKey[] }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useCredentialForm(newCredential(today(), attributes), attributes);
  // One key per credential, so that a double click or a retry creates only one.
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID());
  const another = useRef(false);
  useDirtyGuard(form.dirty && !form.busy);

  const save = form.submit(async (values) => {
    const made = await createCredential(credentialInput(values, group.id, true), idempotencyKey);
    void refreshCredentials(queries);
    toast.success(t('credentials.create.done', { name: made.recipient.name }));
    if (!another.current) return void (await navigate(`/groups/${group.id}`));
    setIdempotencyKey(crypto.randomUUID());
    const { issued_on, expired_on, private: privacy } = values;
    form.reset({
      ...newCredential(today(), attributes),
      issued_on: issued_on ?? '',
      expired_on: expired_on ?? '',
      private: privacy ?? 'inherit',
    });
    document.querySelector<HTMLInputElement>('[name="recipient.name"]')?.focus();
  });
  return (
    <CredentialEditor
      title={t('credentials.create.title')}
      back={{ to: `/groups/${group.id}`, label: group.name }}
      form={form}
      group={group}
      attributes={attributes}
      isNew
      onSubmit={(event) => void save(event)}
    >
      <div className={styles.actions}>
        <Button
          type="submit"
          loading={form.busy}
          onClick={() => {
            another.current = false;
          }}
        >
          {t('credentials.create.submit')}
        </Button>
        <Button
          type="submit"
          variant="default"
          disabled={form.busy}
          onClick={() => {
            another.current = true;
          }}
        >
          {t('credentials.create.another')}
        </Button>
      </div>
    </CredentialEditor>
  );
}

/** Returns the current date in the user's time zone, because the issue date is a local date. */
function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
